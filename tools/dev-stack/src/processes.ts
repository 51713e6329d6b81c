export { freePort } from './processes/free-port.ts';
export { type Command, type KeptProcess, startKept } from './processes/kept-process.ts';
export { portOpens } from './processes/port-opens.ts';
export { runCommand } from './processes/run-command.ts';
