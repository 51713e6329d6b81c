import { changeEndpoint, type ChangeOrder, type ChangeParts } from './change-endpoint.ts';
import { checkRules, type CheckSettingsParts, checkUrl } from './check-settings.ts';
import type { Endpoint, EndpointSettings } from './domain/endpoint.ts';

/** What is to be changed; what is left out stays. */
export type SettingsChange = { readonly [Name in keyof EndpointSettings]?: EndpointSettings[Name] | undefined };

/** @throws AppError `not_found`, `version_conflict`, and `validation_failed` as for a new endpoint. */
export type UpdateEndpoint = (order: ChangeOrder, changes: SettingsChange) => Promise<Endpoint>;

export function makeUpdateEndpoint(parts: ChangeParts & CheckSettingsParts): UpdateEndpoint {
  return async (order, changes) => {
    if (changes.url !== undefined) await checkUrl(changes.url, parts);
    return changeEndpoint(parts, order, (before) => {
      const endpoint: Endpoint = { ...before, ...settingsOf(before, changes) };
      checkRules(endpoint);
      const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const told = { action: 'webhook.updated', details: Object.fromEntries(names.map((name) => [name, shown(endpoint, name)])) };
      // What the receiver before did says nothing of another one.
      return { endpoint, told, wakes: true, startsAfresh: endpoint.url !== before.url };
    });
  };
}

function settingsOf(before: EndpointSettings, changes: SettingsChange): EndpointSettings {
  return {
    url: changes.url ?? before.url,
    events: changes.events ?? before.events,
    ordered: changes.ordered ?? before.ordered,
    description: given(changes.description, before.description),
    filter: given(changes.filter, before.filter),
    batch: given(changes.batch, before.batch),
    maxRate: given(changes.maxRate, before.maxRate),
  };
}

/** Null is a value; only what is not there at all stays. */
function given<Value>(change: Value | undefined, before: Value): Value {
  return change === undefined ? before : change;
}

function shown(endpoint: Endpoint, name: string): unknown {
  return Object.entries(endpoint).find(([known]) => known === name)?.[1];
}
