const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- control characters are what this matches
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text that cannot drive a terminal or break a JSON reader: escape sequences and control characters gone, lone surrogates replaced. */
export const toTerminalText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').toWellFormed();
