import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isPressing, pathOf, sayingsOf, type Brief } from '#contract/home/brief.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import './brief.css'

/** What there is to know of one base: each line leads to where it is dealt with. */
export function BriefLines({ base: { areaId, lines } }: { base: Brief['bases'][number] }) {
  const t = untypedT(useTranslation('home').t)
  return (
    <ul className="brief-lines">
      {lines.map((line) => (
        <li key={line.kind}>
          <Link to={pathOf(line, areaId)}>{t(`home:brief.kinds.${line.kind}`)}</Link>
          <span className={isPressing(line) ? 'home-warn' : undefined}>
            {sayingsOf(line)
              .map(({ key, params }) => t(`home:brief.say.${key}`, params))
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
