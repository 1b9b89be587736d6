import { isApiError } from '#src/api/api-error.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { confirm } from '#src/ui/confirm.ts'

/**
 * Where a refusal says that somebody else saved meanwhile: what they saved, and whether one's own
 * goes over it all the same. Of other refusals nothing.
 */
export async function keepsOwn<Kept>(
  t: Translate,
  error: unknown,
): Promise<{ newer: Kept; isOwn: boolean } | null> {
  if (!isApiError(error) || error.status !== 409 || !error.current) return null
  const keep = t('kit:conflict.keep')
  const isOwn = await confirm({ title: t('kit:conflict.title'), body: keep, go: keep })
  return { newer: error.current as Kept, isOwn }
}
