import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { untypedT } from '#src/kit/definition/label.ts'

interface CardFrameProps {
  code: string
  /** Beside the title, and at the right end. */
  note?: ReactNode
  more?: ReactNode
  children: ReactNode
}
/** One thing of the first page: its name, what leads on, and itself. */
export function CardFrame({ code, note, more, children }: CardFrameProps) {
  const { t } = useTranslation('home')
  const id = `home-${code}`
  return (
    <section className="home-card" data-card={code} aria-labelledby={id}>
      <header>
        <h2 id={id}>{untypedT(t)(`home:cards.${code}.title`)}</h2>
        {note && <span className="home-note">{note}</span>}
        {more && <span className="home-more">{more}</span>}
      </header>
      {children}
    </section>
  )
}
/** What will stand in a card, and how it begins. */
export function CardEmpty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="home-empty">
      <p>{text}</p>
      {children}
    </div>
  )
}
export const CardBones = ({ rows = 3 }: { rows?: number }) => (
  <div className="home-bones" aria-hidden="true">
    {Array.from({ length: rows }, (_, at) => (
      <i key={at} />
    ))}
  </div>
)
