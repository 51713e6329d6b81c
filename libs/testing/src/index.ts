export type { EngineAddresses } from './engines-setup.ts';
export { eventually, type Patience } from './eventually.ts';
export { uniqueName } from './unique-name.ts';
