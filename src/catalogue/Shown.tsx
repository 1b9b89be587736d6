import { Suspense, type ReactNode } from 'react'

/** One thing in one state, under the name that code has for it. */
export const Shown = ({
  name,
  wide,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) => (
  <figure className={wide ? 'catalogue-shown catalogue-wide' : 'catalogue-shown'}>
    <figcaption>{name}</figcaption>
    <Suspense>{children}</Suspense>
  </figure>
)

export const Section = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name}>
    <h2>{name}</h2>
    <div className="catalogue-grid">{children}</div>
  </section>
)
