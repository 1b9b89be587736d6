import { useResourceParams } from '@refinedev/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { menuTree, type MenuNode } from '#contract/account/menus.ts'
import { chapters, helpScreen } from '#contract/platform/help.ts'
import { useCall, useAnswer } from '#src/kit/calls/use-call.ts'
import type { Outline } from '#src/kit/definition/outline.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { placesOf } from '../menu-place.ts'
import type { MenuAction } from '../UserMenu.tsx'
import { matching, matchingPages, plain, wordsOf, type Words } from './match.ts'
import { findRecords } from './records.ts'

const searchAfterMs = 200

export interface Entry {
  id: string
  name: string
  subtitle?: string
  words: Words
  /** What it stands under in the menu: found by that too, after what is called so itself. */
  above?: Words
  /** An address to go to, or something to do. */
  route?: string
  run?: () => void
}
export interface Section {
  title: string
  entries: Entry[]
}

const namesByRoute = (menu: readonly MenuNode[]) =>
  new Map(placesOf(menu).map(({ screen }) => [screen.route, screen.name]))

/** Pages and actions, their other names with them; the pinyin joins when it has arrived. */
function useKnown(menu: readonly MenuNode[], actions: readonly MenuAction[]) {
  const { t, i18n } = useTranslation('help')
  const other = i18n.language === 'zh-CN' ? 'en-US' : 'zh-CN'
  const names = useCall(menuTree, { lang: other }, { staleTime: Infinity, select: namesByRoute })
  const spell = useAnswer(
    'pinyin',
    null,
    async () => ({ spell: (await import('./spell.ts')).spell }),
    { staleTime: Infinity },
  ).data?.spell
  const pages = useMemo<Entry[]>(
    () =>
      placesOf(menu).map(({ screen, entry, group, module }) => ({
        id: screen.route,
        name: screen.name,
        subtitle: [module.name, group.name].filter(Boolean).join(' · '),
        route: screen.route,
        words: wordsOf([screen.name, names.data?.get(screen.route)], spell),
        above: wordsOf([entry.name, group.name], spell),
      })),
    [menu, names.data, spell],
  )
  const deeds = useMemo<Entry[]>(
    () =>
      actions.map(({ key, label, run }) => ({
        id: key,
        name: label,
        run,
        words: wordsOf([label], spell),
      })),
    [actions, spell],
  )
  const handbook = useMemo<Entry[]>(
    () =>
      chapters.map((chapter) => {
        const name = t(`chapters.${chapter}`)
        const route = `${helpScreen.route}?chapter=${chapter}`
        return { id: route, name, route, words: wordsOf([name], spell) }
      }),
    [t, spell],
  )
  return { pages, deeds, handbook }
}

/**
 * What the palette shows for what is typed, in sections; `isAsking` while records may still come.
 */
export function useSections(
  menu: readonly MenuNode[],
  recents: readonly MenuNode[],
  actions: readonly MenuAction[],
  typed: string,
): { sections: Section[]; isAsking: boolean } {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const { resources } = useResourceParams()
  const outlines = useMemo(() => resources.map(({ meta }) => meta?.outline as Outline), [resources])
  const { pages, deeds, handbook } = useKnown(menu, actions)
  const text = plain(typed)
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), searchAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  const records = useAnswer('palette', asked, (ask) => findRecords(asked, outlines, ask), {
    enabled: asked.length > 0,
    staleTime: 0,
  })
  const sections = useMemo((): Section[] => {
    if (!text) {
      const used = recents.flatMap(({ route }) => pages.find(({ id }) => id === route) ?? [])
      return [
        { title: t('palette.recent'), entries: used },
        { title: t('palette.pages'), entries: pages.filter((entry) => !used.includes(entry)) },
        { title: t('palette.actions'), entries: deeds },
      ]
    }
    const found =
      asked === text
        ? (records.data ?? []).map(({ key, name, route, kind, detail }) => ({
            id: key,
            name,
            route,
            subtitle: [labels(`menus:screens.${kind}`), detail].filter(Boolean).join(' · '),
            words: wordsOf([name]),
          }))
        : []
    const endings = t('palette.endings').split(' ')
    return [
      { title: t('palette.pages'), entries: matchingPages(text, pages, endings) },
      { title: t('palette.actions'), entries: matching(text, deeds) },
      { title: t('palette.handbook'), entries: matching(text, handbook) },
      { title: t('palette.records'), entries: found },
    ]
  }, [text, asked, pages, deeds, handbook, recents, records.data, t, labels])
  return { sections, isAsking: text !== '' && (asked !== text || records.isFetching) }
}
