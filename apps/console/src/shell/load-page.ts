import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { connectionLost, isConnected } from '../api/connection.ts';

/**
 * The component of a page, loaded when the page is opened. Where the connection is away, it is loaded once that is back: the router
 * would reload the whole page, which shows nothing then.
 */
export function lazyPage<Module extends Readonly<Record<string, RouteComponent>>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): RouteComponent {
  const whenConnected = (): Promise<Module> =>
    load().catch(async (error: unknown) => {
      if (await answers()) throw error;
      await new Promise<void>((resolve) => connectionLost(resolve));
      return await load();
    });
  return lazyRouteComponent(whenConnected, name);
}

/** @returns true if the gateway answers: the page itself is faulty then, or was replaced by a new version. */
async function answers(): Promise<boolean> {
  if (!isConnected.get()) return false;
  return await fetch('/console/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
