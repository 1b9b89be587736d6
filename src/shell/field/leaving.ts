import type { TFunction } from 'i18next'
import { signOut } from '#src/api/sign-in.ts'
import { confirm } from '#src/ui/confirm.ts'

const mostNamed = 5
/** Whether somebody means to give up what they did and nobody has sent; names what that is. */
export async function mayForget(t: TFunction<'shell'>): Promise<boolean> {
  // Where the part does not load, nothing was kept by it either.
  const titles = await import('#src/api/field/field.ts')
    .then(({ unsentTitles }) => unsentTitles())
    .catch(() => [])
  if (titles.length === 0) return true
  const named = titles.slice(0, mostNamed).join(t('field.leave.and'))
  return confirm({
    title: t('field.leave.title', { count: titles.length }),
    body: t(titles.length > mostNamed ? 'field.leave.more' : 'field.leave.body', { names: named }),
    go: t('field.leave.go'),
    isDanger: true,
  })
}
export const signOutOf = async (t: TFunction<'shell'>): Promise<void> => {
  if (await mayForget(t)) await signOut()
}
