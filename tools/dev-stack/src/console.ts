export { buildConsole } from './console/build-console.ts';
