export { type Caller, identityOf, newCaller, newTenant, signIdentity } from './service-bed/callers.ts';
export { failTheRun, openServiceBed, type ServiceBed, type ServiceEnvironment } from './service-bed/open-service-bed.ts';
export {
  type InstanceAddress,
  type Reply,
  type RunningInstance,
  type Sent,
  type ServiceInstance,
  untilReady,
} from './service-bed/service-instance.ts';
