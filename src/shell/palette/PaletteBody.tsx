import {
  getListboxItemId,
  KBAR_LISTBOX,
  KBarResults,
  useKBar,
  useRegisterActions,
  type ActionImpl,
} from '@refinedev/kbar'
import { useMemo, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { isComposing } from '#src/lib/ime.ts'
import type { MenuAction } from '../UserMenu.tsx'
import { shortcuts } from '../help/help-rules.ts'
import { useSections, type Entry } from './use-entries.ts'

/** kbar's list scrolls and could not be reached to scroll it: a screen reader goes there too. */
const reachable = (box: HTMLElement | null) =>
  void box?.firstElementChild?.setAttribute('tabindex', '0')

/** The line one types into and what fits it. kbar draws and moves; what fits is decided here. */
export function PaletteBody({
  menu,
  recents,
  actions,
}: {
  menu: readonly MenuNode[]
  /** The pages opened last. */
  recents: readonly MenuNode[]
  actions: readonly MenuAction[]
}) {
  const { t } = useTranslation(['shell', 'help'])
  const label = untypedT(t)
  const navigate = useNavigate()
  const { text, known, active, query } = useKBar((now) => ({
    text: now.searchQuery,
    known: now.actions,
    active: now.activeIndex,
  }))
  const { sections, isAsking } = useSections(menu, recents, actions, text)
  const registered = useMemo(() => {
    const perform = ({ route, run }: Entry) => {
      if (route) void navigate(route)
      run?.()
    }
    return sections.flatMap(({ entries }) =>
      entries.map((entry) => ({
        id: entry.id,
        name: entry.name,
        subtitle: entry.subtitle,
        perform: () => perform(entry),
      })),
    )
  }, [sections, navigate])
  useRegisterActions(registered, [registered])
  const items = useMemo(
    () =>
      sections.flatMap(({ title, entries }): (string | ActionImpl)[] => {
        const rows = entries.flatMap((entry) => known[entry.id] ?? [])
        return rows.length ? [title, ...rows] : []
      }),
    [sections, known],
  )
  const handleKey = (event: KeyboardEvent) => {
    // kbar listens on the window: Enter and Esc that an input method still holds must not get there
    // (docs/specification.md 4.10).
    if (isComposing(event)) event.stopPropagation()
    // The only thing in the dialog that takes the focus.
    if (event.key === 'Tab') event.preventDefault()
  }
  return (
    <div onKeyDown={handleKey}>
      {/* kbar's own input writes back what it heard of last, and so drops letters that are typed quickly. */}
      <input
        ref={(input) => query.inputRefSetter(input!)}
        className="palette-input"
        type="text"
        role="combobox"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        aria-expanded="true"
        aria-controls={KBAR_LISTBOX}
        aria-activedescendant={getListboxItemId(active)}
        aria-label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        onChange={(event) => query.setSearch(event.target.value)}
      />
      {items.length === 0 ? (
        <p className="palette-nothing" role="status">
          {isAsking ? t('palette.asking') : t('palette.nothing', { text })}
        </p>
      ) : (
        <div ref={reachable}>
          <KBarResults
            items={items}
            onRender={({ item, active }) =>
              typeof item === 'string' ? (
                <div className="palette-section">{item}</div>
              ) : (
                <div className="palette-item" data-active={active}>
                  <span>{item.name}</span>
                  {item.subtitle && <small>{item.subtitle}</small>}
                </div>
              )
            }
          />
        </div>
      )}
      <footer className="palette-foot" aria-hidden="true">
        {Object.entries(shortcuts.palette).map(([name, ways]) => (
          <span key={name}>
            {ways.map(([key]) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {label(`help:keys.${name}`)}
          </span>
        ))}
      </footer>
    </div>
  )
}
