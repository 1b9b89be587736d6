import { isAnyGranted, isGranted } from '#src/api/permissions.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'

/** Whether the user holds a code; `undefined` while that is asked. */
export function useGranted(code: string | undefined, enabled = true): boolean | undefined {
  const { data } = useRights(['granted', code], () => isGranted(code!), {
    enabled: enabled && code !== undefined,
  })
  return data
}

/** Whether the user holds any one of them. */
export function useAnyGranted(codes: readonly string[], enabled = true): boolean | undefined {
  return useRights(['any', ...codes], () => isAnyGranted(codes), { enabled }).data
}
