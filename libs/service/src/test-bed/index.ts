export { type Caller, identityOf, newCaller, newTenant, signIdentity } from './callers.ts';
export { failTheRun, openServiceBed, type ServiceBed, type ServiceEnvironment } from './open-service-bed.ts';
export {
  type InstanceAddress,
  type Reply,
  type RunningInstance,
  type Sent,
  type ServiceInstance,
  untilReady,
} from './service-instance.ts';
export { type Aftermath, LaterRelease, type WriteCounters } from './later-release.ts';
