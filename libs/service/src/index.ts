export { deadLetterRoutes } from './dead-letter-routes.ts';
export { type OpenOptions, openService, type Service } from './open-service.ts';
export type { RunningService, ServeOptions } from './serve.ts';
export type { ServiceSettings } from './settings.ts';
