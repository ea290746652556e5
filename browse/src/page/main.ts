import { createEngine, type SelectorEngine } from './engine.ts';

/** The bundle runs inside a function that takes the engine from here; see bundle-macro.ts. */
declare const install: (engine: SelectorEngine) => void;

install(createEngine(document));
