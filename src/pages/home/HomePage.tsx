import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { homeAround } from '#contract/home/around-calls.ts'
import { homeWaiting, saveHome, type HomeSettings } from '#contract/home/home-calls.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'
import { isAnyGranted } from '#src/api/permissions.ts'
import { layoutOf, sides } from './arrange.ts'
import { homeCards } from './cards.ts'
import { CardBones } from './CardFrame.tsx'
import { EditableCard, PutAway } from './EditCards.tsx'
import { Greeting } from './Greeting.tsx'
import { HomeReport } from './HomeReport.tsx'
import './home.css'

// Most tenants have it behind them.
const GuideStrip = lazy(() => import('./GuideStrip.tsx'))
const none: ReadonlySet<string> = new Set()
/** Cards that may be seen: one question for all of them. */
const openCards = async () =>
  new Set(
    (
      await Promise.all(
        homeCards.map(async ({ code, codes }) =>
          codes.length === 0 || (await isAnyGranted(codes)) ? [code] : [],
        ),
      )
    ).flat(),
  )

/** Where a day begins: what waits, what is around, ways on. Arranged by whoever looks. */
export default function HomePage() {
  const { t } = useTranslation('home')
  const user = useIdentity()
  const base = useCurrentBase()
  const asked = user === undefined || user.tenantId === -1 ? null : { base: base ?? undefined }
  const home = useCall(homeWaiting, asked, { placeholderData: (before) => before })
  // The first card is drawn before the rest is asked for.
  const around = useCall(homeAround, home.data ? asked : null, {
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.isForecasting ? 3_000 : 300_000),
  })
  const { data: open = none } = useRights(['home-cards'], openCards)
  const [isEditing, setEditing] = useState(false)
  const [mine, setMine] = useState<HomeSettings>()
  const saving = useCallAction(saveHome, { invalidates: [homeWaiting, homeAround] })
  const kept = home.data?.settings
  useEffect(() => setMine(undefined), [kept])
  if (!asked) return null
  if (home.error && !home.data)
    return (
      <>
        <HomeReport />
        <LoadFailed error={home.error} onRetry={() => void home.refetch()} />
      </>
    )
  const settings = mine ?? kept
  const seen = homeCards.filter(({ code, codes }) => codes.length === 0 || open.has(code))
  const layout = home.data && settings && layoutOf(settings.layout, home.data.role, seen)
  const save = (change: Partial<HomeSettings>) => {
    if (!settings) return
    const next = { ...settings, ...change }
    setMine(next)
    void saving.send(next)
  }
  return (
    <div className="home" aria-busy={home.isPlaceholderData}>
      <HomeReport />
      <Greeting
        home={home.data}
        around={around.data}
        base={base}
        isEditing={isEditing}
        onEdit={() => setEditing(!isEditing)}
        onReset={() => save({ layout: null })}
      />
      {home.data?.guide && settings && !settings.guideAway && (
        <Suspense fallback={<CardBones rows={1} />}>
          <GuideStrip guide={home.data.guide} onAway={() => save({ guideAway: true })} />
        </Suspense>
      )}
      {isEditing && layout && (
        <PutAway layout={layout} cards={seen} onChange={(next) => save({ layout: next })} />
      )}
      <div className="home-columns">
        {sides.map((side) => (
          <div key={side} className={`home-column home-${side}`}>
            {!layout && <CardBones rows={side === 'left' ? 8 : 5} />}
            {home.data &&
              settings &&
              layout?.[side].map((code) => {
                const { Body } = seen.find((one) => one.code === code)!
                const card = (
                  <Suspense fallback={<CardBones />}>
                    <Body
                      home={{ ...home.data!, settings }}
                      around={around.data}
                      base={base}
                      onSave={save}
                    />
                  </Suspense>
                )
                return isEditing ? (
                  <EditableCard
                    key={code}
                    code={code}
                    side={side}
                    layout={layout}
                    onChange={(next) => save({ layout: next })}
                  >
                    {card}
                  </EditableCard>
                ) : (
                  <div key={code} className="home-slot">
                    {card}
                  </div>
                )
              })}
            {isEditing && layout?.[side].length === 0 && (
              <p className="home-empty">{t('edit.emptyColumn')}</p>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
