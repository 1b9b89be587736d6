/*
 * The contract's schemas in the browser. Screens need the contract for its addresses and fields,
 * and only a form
 * needs to check anything: so `vite.config.ts` puts this in place of zod, which notes down how each
 * schema is made,
 * and `built` makes it when a form asks. Zod (22 KB, 20 ms on a slow phone) then arrives with the
 * forms.
 */
type Zod = typeof import('zod').z
interface Step {
  /** Null for `z` itself. */
  of: object | null
  key?: string
  args?: readonly unknown[]
}
const steps = new WeakMap<object, Step>()
const made = new WeakMap<object, unknown>()

function note(step: Step): object {
  const proxy: object = new Proxy(() => undefined, {
    get: (_, key) => (typeof key === 'string' ? note({ of: proxy, key }) : undefined),
    apply: (_, __, args: unknown[]) => note({ of: proxy, args }),
    ownKeys: () => {
      throw new Error('a schema cannot be looked into before it is built')
    },
  })
  steps.set(proxy, step)
  return proxy
}
export const z = note({ of: null }) as unknown as Zod

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype

/** What was noted anywhere inside a value, made with the real zod. */
function real(value: unknown, zod: Zod): unknown {
  if (typeof value === 'function') {
    const step = steps.get(value)
    if (!step)
      return (...args: unknown[]) => real((value as (...args: unknown[]) => unknown)(...args), zod)
    if (!made.has(value)) made.set(value, make(step, zod))
    return made.get(value)
  }
  if (Array.isArray(value)) return value.map((one) => real(one, zod))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, real(one, zod)]))
}

function make({ of, key, args }: Step, zod: Zod): unknown {
  if (!of) return zod
  if (key !== undefined) return (real(of, zod) as Record<string, unknown>)[key]
  const inputs = (args ?? []).map((arg) => real(arg, zod))
  const method = steps.get(of)!
  // Called as a method, so that zod finds its `this`.
  return method.of && method.key !== undefined
    ? (real(method.of, zod) as Record<string, (...args: unknown[]) => unknown>)[method.key]!(
        ...inputs,
      )
    : (real(of, zod) as (...args: unknown[]) => unknown)(...inputs)
}

/** The schema that was noted; any other is answered as it is. */
export const built = <T>(schema: T, zod: Zod): T =>
  typeof schema === 'function' && steps.has(schema) ? (real(schema, zod) as T) : schema
