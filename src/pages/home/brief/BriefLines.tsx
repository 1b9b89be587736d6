import { useTranslation } from 'react-i18next'
import { isPressing, pathOf, sayingsOf, screenOf, type Brief } from '#contract/home/brief.ts'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { untypedT } from '#src/kit/definition/label.ts'
import './brief.css'

/** What there is to know of one base: each line leads to where it is dealt with. */
export function BriefLines({ base: { areaId, lines } }: { base: Brief['bases'][number] }) {
  const t = untypedT(useTranslation('home').t)
  return (
    <ul className="brief-lines">
      {lines.map((line) => (
        <li key={line.kind}>
          <ScreenLink screen={screenOf(line)} to={pathOf(line, areaId)}>
            {t(`home:brief.kinds.${line.kind}`)}
          </ScreenLink>
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
