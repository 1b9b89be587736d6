import { Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { isTestOld } from '#contract/inventory/germination.ts'
import type { PlanNeeds, SeedAhead } from '#contract/plan/needs-calls.ts'
import { seedNeed, type SeedAsked } from '#contract/plan/seed-need.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'

type Name = keyof SeedAsked
const begin: SeedAsked = {
  area: 0,
  plantsPerMu: null,
  rowSpacing: 60,
  plantSpacing: 40,
  seedsPerHole: 1,
  germination: 85,
  loss: 5,
  thousandWeight: null,
}
const bySpacing: readonly Name[] = ['rowSpacing', 'plantSpacing']
const common: readonly Name[] = ['seedsPerHole', 'germination', 'loss', 'thousandWeight']

interface Chosen {
  seed: SeedAhead
  lot: SeedAhead['lots'][number] | null
}

/** How many seeds the ground takes: from spacing or stand, germination and loss. */
export function SeedNeed({ ahead }: { ahead: PlanNeeds }) {
  const t = useLabels({ module: 'plan' })
  const prefix = useId()
  const today = useToday()
  const [way, setWay] = useState<'spacing' | 'stand'>('spacing')
  const [asked, setAsked] = useState<SeedAsked>(() => ({
    ...begin,
    area: ahead.area ?? 0,
    rowSpacing: ahead.rowSpacing ?? begin.rowSpacing,
    plantSpacing: ahead.plantSpacing ?? begin.plantSpacing,
    ...saidOf(choices(ahead)[0]),
  }))
  const all = choices(ahead)
  const [at, setAt] = useState(0)
  const { lot = null } = all[at] ?? {}
  const names: readonly Name[] = [
    'area',
    ...(way === 'spacing' ? bySpacing : (['plantsPerMu'] as const)),
    ...common,
  ]
  const need = seedNeed({ ...asked, plantsPerMu: way === 'stand' ? asked.plantsPerMu : null })
  return (
    <section className="plan-card" aria-label={t('plan:seed.title')}>
      <header>
        <h3>{t('plan:seed.title')}</h3>
        <Segmented
          aria-label={t('plan:seed.title')}
          value={way}
          onChange={setWay}
          options={(['spacing', 'stand'] as const).map((value) => ({
            value,
            label: t(`plan:seed.by.${value}`),
          }))}
        />
      </header>
      {all.length > 0 && (
        <label className="plan-seed-lot" htmlFor={`${prefix}-lot`}>
          <span>{t('plan:seed.of')}</span>
          <Select
            id={`${prefix}-lot`}
            value={at}
            options={all.map(({ seed, lot: one }, value) => ({
              value,
              label: one
                ? [seed.name, one.lot, `${one.quantity} ${one.unitName ?? ''}`.trim()].join(' · ')
                : seed.name,
            }))}
            onChange={(next) => {
              setAt(next)
              setAsked((before) => ({ ...before, ...saidOf(all[next]) }))
            }}
          />
        </label>
      )}
      {lot && isTestOld(lot.testedOn, today) && (
        <p>{t('plan:seed.testOld', { day: lot.testedOn })}</p>
      )}
      {lot && lot.germination === null && <p>{t('plan:seed.untested')}</p>}
      <div className="plan-seed">
        {names.map((name) => (
          <label key={name} htmlFor={`${prefix}-${name}`}>
            <span>{t(`plan:seed.${name}`)}</span>
            <NumberBox
              id={`${prefix}-${name}`}
              min={0}
              max={name === 'germination' || name === 'loss' ? 100 : 9_999_999}
              value={asked[name]}
              onChange={(value) =>
                setAsked((before) => ({ ...before, [name]: value ?? (name === 'area' ? 0 : null) }))
              }
            />
          </label>
        ))}
      </div>
      <p className="plan-result" aria-live="polite">
        {need
          ? [
              t('plan:seed.plants', { count: need.plants }),
              t('plan:seed.seeds', { count: need.seeds }),
              need.kilograms !== null && t('plan:seed.kilograms', { weight: need.kilograms }),
            ]
              .filter(Boolean)
              .join(' · ')
          : t('plan:seed.lacking')}
      </p>
    </section>
  )
}

/** Each lot of each seed, and a seed by itself where nothing of it lies. */
const choices = ({ seeds }: PlanNeeds): Chosen[] =>
  seeds.flatMap((seed): Chosen[] =>
    seed.lots.length > 0 ? seed.lots.map((lot) => ({ seed, lot })) : [{ seed, lot: null }],
  )
/** What the chosen lot says, else its seed. */
function saidOf(chosen: Chosen | undefined): Partial<SeedAsked> {
  if (!chosen) return {}
  const { seed, lot } = chosen
  const germination = lot?.germination ?? seed.germination
  return {
    ...(germination !== null && { germination }),
    thousandWeight: seed.thousandWeight,
  }
}
