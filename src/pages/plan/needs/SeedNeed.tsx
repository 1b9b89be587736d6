import { Segmented } from 'antd'
import { useId, useState } from 'react'
import { seedNeed, type SeedAsked } from '#contract/plan/seed-need.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
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

/** How many seeds the ground takes: from spacing or stand, germination and loss. */
export function SeedNeed({ area }: { area: number | null }) {
  const t = useLabels({ module: 'plan' })
  const prefix = useId()
  const [way, setWay] = useState<'spacing' | 'stand'>('spacing')
  const [asked, setAsked] = useState<SeedAsked>({ ...begin, area: area ?? 0 })
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
          value={way}
          onChange={setWay}
          options={(['spacing', 'stand'] as const).map((value) => ({
            value,
            label: t(`plan:seed.by.${value}`),
          }))}
        />
      </header>
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
