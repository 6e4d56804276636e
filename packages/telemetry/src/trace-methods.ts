import type { Attributes, Tracing } from './tracing.ts';

/** A span of a call: its name, and facts about it. */
export interface CallSpan {
  readonly name: string;
  readonly attributes?: Attributes;
}

type Method = (...parameters: unknown[]) => unknown;

/**
 * The same object, with a client span around each call that `describe` names, where there is a span around it.
 * @param describe undefined for calls that make no span; the methods it names return promises
 */
export function traceMethods<Target extends object>(
  tracing: Tracing,
  target: Target,
  describe: (method: string, parameters: readonly unknown[]) => CallSpan | undefined,
): Target {
  const wrapped = new Map<string | symbol, unknown>();
  return new Proxy(target, {
    get(self, name) {
      const value: unknown = Reflect.get(self, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      const known = wrapped.get(name);
      if (known !== undefined) return known;
      const method: Method = (...parameters) => {
        const call = () => (value as Method).apply(self, parameters);
        const span = describe(name, parameters);
        if (span === undefined) return call();
        const { attributes = {} } = span;
        return tracing.child(span.name, { kind: 'client', attributes }, () => call() as Promise<unknown>);
      };
      wrapped.set(name, method);
      return method;
    },
  });
}
