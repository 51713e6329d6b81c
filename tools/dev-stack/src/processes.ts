export { freePort } from './processes/ports.ts';
export { type Command, type KeptProcess, startKept } from './processes/kept-process.ts';
export { portOpens } from './processes/ports.ts';
export { runCommand } from './processes/kept-process.ts';
