import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#contract/entity.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { addressLeft } from '#src/kit/list/location/return-state.ts'
import './stock.css'

/** A fact under the name of its field; null: there is none, and nothing is said. */
export type Fact = readonly [field: string, value: ReactNode]
interface LifePageProps {
  entity: Entity
  title: string
  facts: readonly Fact[]
  children: ReactNode
}

/** The frame of a page about one thing in stock: the way back, its name, its facts, what happened. */
export function LifePage({ entity, title, facts, children }: LifePageProps) {
  const t = useLabels(entity)
  const { screen } = useResource()
  const navigate = useNavigate()
  return (
    <section className="kit-page stock-record" aria-label={title}>
      <header>
        <Button
          className="kit-back"
          onClick={() =>
            void navigate({ pathname: screen.route, search: addressLeft(screen.route) })
          }
        >
          {t('common:buttons.back')}
        </Button>
        <h2>{title}</h2>
      </header>
      <dl className="stock-facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{fieldLabel(t, entity, name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {children}
    </section>
  )
}
