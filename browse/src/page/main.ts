import { createEngine, type PageEngine, type SelectorEngine } from './engine.ts';
import { ENGINE } from './wire.ts';

/** The bundle runs inside a function that takes the engine from here; see bundle-macro.ts. */
declare const install: (engine: SelectorEngine) => void;

// Both Playwright and the daemon's own session bring the bundle here; a document has one engine.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no page script reaches this world
const known = Reflect.get(globalThis, ENGINE) as PageEngine | undefined;
const engine = known ?? createEngine(document);
if (!known) Object.defineProperty(globalThis, ENGINE, { value: engine });
install(engine);
