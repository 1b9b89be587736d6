import { Button, Checkbox, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/account/self.ts'
import { guideState } from '#contract/guide/guide-calls.ts'
import {
  addStarterSet,
  starterSet,
  type StarterItem,
  type StarterPart,
} from '#contract/guide/starter-calls.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'

function Items({ part, items }: { part: StarterPart; items: StarterItem[] }) {
  const { t } = useTranslation('guide')
  const mark = (one: StarterItem) => one.isThere && <small> {t('starter.there')}</small>
  if (part === 'roles')
    return (
      <ul className="guide-roles">
        {items.map((one) => (
          <li key={one.code}>
            <b>{one.name}</b>
            {mark(one)} {one.about}
          </li>
        ))}
      </ul>
    )
  return (
    <div className="guide-items">
      {items.map((one) => (
        <Tag key={one.code} title={one.about ?? undefined} bordered={!one.isThere}>
          {one.name}
          {mark(one)}
        </Tag>
      ))}
    </div>
  )
}

/** Roles, units, kinds of work and crops that most farms have: seen, ticked and made in one step. */
export function StarterPanel() {
  const { t, i18n } = useTranslation('guide')
  const [language, setLanguage] = useState(i18n.language as Language)
  const { data, error, refetch } = useCall(starterSet, { language }, { placeholderData: (p) => p })
  const [left, setLeft] = useState<StarterPart[]>([])
  const [shown, setShown] = useState<StarterPart>()
  const { send, isBusy } = useCallAction(addStarterSet, {
    said: (answer) =>
      t('starter.added', {
        made: answer.reduce((sum, { made }) => sum + made, 0),
        skipped: answer.reduce((sum, { skipped }) => sum + skipped, 0),
      }),
    invalidates: [starterSet, guideState],
  })
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  const restOf = (items: StarterItem[]) => items.filter(({ isThere }) => !isThere).length
  const open = (data ?? []).filter(({ items }) => restOf(items) > 0).map(({ part }) => part)
  const chosen = open.filter((part) => !left.includes(part))
  return (
    <div className="guide-starter" aria-busy={!data}>
      <div className="guide-language">
        <span id="guide-language">{t('starter.language')}</span>
        <Segmented
          aria-labelledby="guide-language"
          value={language}
          options={languages.map((one) => ({ value: one, label: t(`shell:languages.${one}`) }))}
          onChange={setLanguage}
        />
      </div>
      <ul className="guide-parts">
        {data?.map(({ part, items }) => {
          const rest = restOf(items)
          return (
            <li key={part}>
              <div>
                <Checkbox
                  checked={rest > 0 && chosen.includes(part)}
                  disabled={rest === 0 || isBusy}
                  onChange={({ target }) =>
                    setLeft(target.checked ? left.filter((one) => one !== part) : [...left, part])
                  }
                >
                  {t(`starter.parts.${part}`)}
                </Checkbox>
                <small>
                  {rest === 0
                    ? t('starter.complete', { n: items.length })
                    : rest === items.length
                      ? t('starter.all', { n: rest })
                      : t('starter.some', { n: rest, there: items.length - rest })}
                </small>
                <Button
                  type="link"
                  size="small"
                  aria-expanded={shown === part}
                  onClick={() => setShown(shown === part ? undefined : part)}
                >
                  {t(shown === part ? 'starter.hide' : 'starter.show')}
                </Button>
              </div>
              {shown === part && <Items part={part} items={items} />}
            </li>
          )
        })}
      </ul>
      <p className="guide-usual">{t('starter.usual')}</p>
      {open.length > 0 && (
        <Button
          type="primary"
          loading={isBusy}
          disabled={chosen.length === 0}
          onClick={() => void send({ language, parts: chosen })}
        >
          {t(chosen.length === 0 ? 'starter.choose' : 'starter.add')}
        </Button>
      )}
    </div>
  )
}
