import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface SlidesProps<T> {
  items: readonly T[]
  perSlide: number
  label: string
  keyOf: (item: T) => string
  draw: (item: T) => ReactNode
}

/** So many at a time, the others a step to the side. */
export function Slides<T>({ items, perSlide, label, keyOf, draw }: SlidesProps<T>) {
  const t = useLabels({ module: 'equipment' })
  const [at, setAt] = useState(0)
  const count = Math.ceil(items.length / perSlide)
  const slide = Math.min(at, count - 1)
  return (
    <section className="slides" aria-roledescription="carousel" aria-label={label}>
      {count > 1 && (
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label={t('equipment:slides.before')}
          disabled={slide === 0}
          onClick={() => setAt(slide - 1)}
        />
      )}
      <ul
        style={{
          gridTemplateColumns: `repeat(auto-fit, minmax(min(${perSlide > 3 ? 170 : 250}px, 100%), 1fr))`,
        }}
        aria-live="polite"
      >
        {items.slice(slide * perSlide, (slide + 1) * perSlide).map((item) => (
          <li key={keyOf(item)}>{draw(item)}</li>
        ))}
      </ul>
      {count > 1 && (
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label={t('equipment:slides.after')}
          disabled={slide === count - 1}
          onClick={() => setAt(slide + 1)}
        />
      )}
      {count > 1 && (
        <small className="slides-count">{t('equipment:slides.of', { at: slide + 1, count })}</small>
      )}
    </section>
  )
}
