import { Form, Segmented } from 'antd'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { languages, type Language } from '#contract/account/self.ts'
import type { FieldKind } from '#contract/field.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { markFirstPaint } from '#src/lib/first-paint.ts'
import { setLanguage } from '#src/providers/i18n.ts'
import { currentTheme, onTheme, showTheme } from '#src/shell/theme-store.ts'
import { KindSection } from './KindSection.tsx'
import { KitSection } from './KitSection.tsx'
import { UiSection } from './UiSection.tsx'
import '#src/kit/form/form.css'
import '#src/kit/list/kit.css'
import './catalogue.css'

const kinds = Object.keys(fieldTypes) as FieldKind[]
const appearances = ['light', 'dark'] as const

/**
 * Every kind of field and every shared widget in every state, for whoever develops them. Not part
 * of a build (src/App.tsx).
 */
export default function CataloguePage() {
  const {
    i18n: { language },
  } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const { appearance } = useSyncExternalStore(onTheme, currentTheme)
  // What a list keeps for later is looked at here too.
  useEffect(markFirstPaint, [])
  const width = query.get('width') ?? 'full'
  const isBare = query.has('bare')
  return (
    <div className="catalogue">
      {!isBare && (
        <header className="catalogue-switches">
          <Segmented
            aria-label="language"
            options={[...languages]}
            value={language}
            onChange={(next) => void setLanguage(next as Language)}
          />
          <Segmented
            aria-label="appearance"
            options={[...appearances]}
            value={appearance}
            onChange={(next) =>
              showTheme({ ...currentTheme(), appearance: next as (typeof appearances)[number] })
            }
          />
          <Segmented
            aria-label="width"
            options={['full', '375']}
            value={width}
            onChange={(next) => setQuery({ width: next })}
          />
          <nav>
            {[...kinds, 'ui', 'kit'].map((kind) => (
              <a key={kind} href={`#${kind}`}>
                {kind}
              </a>
            ))}
          </nav>
        </header>
      )}
      {/* A window of its own, so that what asks for the window's width hears of it. */}
      {width === '375' ? (
        <iframe
          key={`${language} ${appearance}`}
          title="375"
          src={`${location.pathname}?bare`}
          width="375"
          className="catalogue-phone"
        />
      ) : (
        // Anew in each language: what was entered is a sample, and samples are in the language that
        // is looked at.
        <Suspense key={language} fallback={<ListSkeleton />}>
          <Form component={false} layout="vertical">
            {kinds.map((kind) => (
              <div key={kind} id={kind}>
                <KindSection kind={kind} />
              </div>
            ))}
          </Form>
          <div id="ui">
            <UiSection />
          </div>
          <div id="kit">
            <KitSection />
          </div>
        </Suspense>
      )}
    </div>
  )
}
