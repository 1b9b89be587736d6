const key = Symbol('action')
type Meta = { readonly [key]?: string }

/**
 * Refine's `meta` of an update that is another action of the entity than `edit`. What an address
 * says gets into `meta` as well, so that no name could be trusted there.
 */
export const doing = (action: string): Meta => ({ [key]: action })
export const actionOf = (meta: object | undefined) => (meta as Meta | undefined)?.[key]
