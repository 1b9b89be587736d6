import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fixEntries, homeWaiting, mostEntries, mostFixed } from '#contract/home/home-calls.ts'
import { isGranted } from '#src/api/permissions.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { openScan } from '#src/lib/open-scan.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { entries, entriesOf } from '../entries.ts'

const codes = [...new Set(entries.flatMap(({ permission }) => permission ?? []))]
const granted = async () =>
  new Set(
    (await Promise.all(codes.map(async (code) => ((await isGranted(code)) ? [code] : [])))).flat(),
  )

/** Six ways on, chosen by whoever goes them; an administrator may put two there for everybody. */
export default function Entries({ home, onSave }: HomeCardProps) {
  const { t } = useTranslation('home')
  const labels = useLabels()
  const words = untypedT(t)
  const isBarred = useNarrow()
  const [isChoosing, setChoosing] = useState(false)
  const { data: may } = useRights(['home-entries'], granted)
  const fixing = useCallAction(fixEntries, { said: t('entries.fixed'), invalidates: [homeWaiting] })
  const { fixed, settings, role, mayFix } = home
  if (!may)
    return (
      <CardFrame code="entries">
        <CardBones rows={2} />
      </CardFrame>
    )
  const shown = entriesOf(fixed, settings.entries, role, may, mostEntries)
  // On a phone what is done where one is stands in the bar below.
  const listed = isBarred ? shown.filter(({ to }) => to !== null) : shown
  const nameOf = (label: string) => (label.startsWith('home:') ? words(label) : labels(label))
  const options = entries
    .filter(({ permission }) => permission === null || may.has(permission))
    .map(({ code, label }) => ({ value: code, label: nameOf(label) }))
  const own = shown.map(({ code }) => code).filter((code) => !fixed.includes(code))
  return (
    <CardFrame
      code="entries"
      more={
        <Button size="small" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {isChoosing ? t('edit.done') : t('entries.choose')}
        </Button>
      }
    >
      {isChoosing && (
        <div className="home-choosing">
          <label>
            <span>{t('entries.mine', { count: mostEntries - fixed.length })}</span>
            <Select
              mode="multiple"
              className="kit-full"
              optionFilterProp="label"
              maxCount={mostEntries - fixed.length}
              value={own}
              options={options.filter(({ value }) => !fixed.includes(value))}
              onChange={(next) => onSave({ entries: next })}
            />
          </label>
          {mayFix && (
            <label>
              <span>{t('entries.everybody', { count: mostFixed })}</span>
              <Select
                mode="multiple"
                className="kit-full"
                optionFilterProp="label"
                maxCount={mostFixed}
                value={[...fixed]}
                loading={fixing.isBusy}
                options={options}
                onChange={(next) => void fixing.send({ entries: next })}
              />
            </label>
          )}
        </div>
      )}
      {listed.length === 0 && <CardEmpty text={t('cards.entries.empty')} />}
      <ul className="home-entries">
        {listed.map(({ code, to, icon, label }) => (
          <li key={code}>
            {to ? (
              <Link to={to}>
                <LineIcon name={icon} size={16} />
                <span>{nameOf(label)}</span>
              </Link>
            ) : (
              <button type="button" onClick={openScan}>
                <LineIcon name={icon} size={16} />
                <span>{nameOf(label)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </CardFrame>
  )
}
