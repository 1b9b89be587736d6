/** Which tenant the calls of this page are about, and the version of what the user may do there. */
export interface Scope {
  tenantId: number
  permissionVersion: number
}
let scope: Scope | null = null
const listeners = new Set<() => void>()

export const currentScope = () => scope

/** Set after the signed-in user is known; null when nobody is signed in. */
export function setScope(next: Scope | null): void {
  if (scope?.tenantId === next?.tenantId && scope?.permissionVersion === next?.permissionVersion)
    return
  scope = next
  listeners.forEach((listener) => listener())
}
export function onScopeChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
