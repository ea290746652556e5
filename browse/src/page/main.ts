import { createEngine, type SelectorEngine } from './engine.ts';
import { SIGHT } from './wire.ts';

/** The bundle runs inside a function that takes the engine from here; see bundle-macro.ts. */
declare const install: (engine: SelectorEngine) => void;

const { sight, ...engine } = createEngine(document);
Object.defineProperty(globalThis, SIGHT, { value: sight, configurable: true });
install(engine);
