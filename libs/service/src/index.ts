export { deadLetterRoutes } from './dead-letter-routes.ts';
export {
  type OpenOptions,
  openService,
  type RunningService,
  type ServeOptions,
  type Service,
  type ServiceSettings,
} from './open-service.ts';
export { outboxRoutes } from './outbox-routes.ts';
export { type Running, runProcess } from './run-process.ts';
