import { CheckOutlined } from '@ant-design/icons'
import { Button, Modal, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { guideState, type GuideState, type GuideStep } from '#contract/guide/guide-calls.ts'
import { homeScreen } from '#contract/farm/home.ts'
import { beginAt, seenAt } from '#src/features/guide/places.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { wasGuided } from '#src/lib/guided.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { BaseForm } from './BaseForm.tsx'
import { StarterPanel } from './StarterPanel.tsx'
import './guide.css'

const noticeKey = 'novice_notice'

function StepBody({ step }: { step: GuideState }) {
  const { t } = useTranslation('guide')
  const { code, isDone, count } = step
  const seen = seenAt[code]
  if (code === 'starter') return <StarterPanel />
  if (code === 'base' && count === 0) return <BaseForm />
  return (
    <div className="guide-go">
      {!isDone && count > 0 && <p>{t(`steps.${code as 'base' | 'device'}.waits`)}</p>}
      {(isDone || count === 0) && (
        <Link to={code === 'base' ? `${seen!}?open=create` : beginAt[code]}>
          <Button type={isDone ? 'default' : 'primary'}>
            {t(isDone ? `steps.${code}.more` : `steps.${code}.go`)}
          </Button>
        </Link>
      )}
      {count > 0 && seen && (
        <Link to={seen}>
          <Button type={isDone ? 'link' : 'primary'}>{t(`steps.${code}.see`)}</Button>
        </Link>
      )}
    </div>
  )
}

/** First steps of a tenant, ticked by what is there; each can be taken in any order, or never. */
export default function GuidePage() {
  const { t } = useTranslation('guide')
  const { data: steps, error, refetch } = useCall(guideState, {}, { staleTime: 0 })
  const [isTold, setTold] = useState(() => localStorage.getItem(noticeKey) === '1')
  const [chosen, setChosen] = useState<GuideStep | null>()
  useEffect(wasGuided, [])
  if (error && !steps) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!steps) return <section className="guide" aria-busy="true" />
  if (steps.length === 0)
    return (
      <EmptyState variant="noData" action={<Link to={homeScreen.route}>{t('leave')}</Link>}>
        {t('nothing')}
      </EmptyState>
    )
  const done = steps.filter(({ isDone }) => isDone).length
  const isBaseMissing = steps.some(({ code, count }) => code === 'base' && count === 0)
  const open = chosen === undefined ? steps.find(({ isDone }) => !isDone)?.code : chosen
  const told = () => {
    localStorage.setItem(noticeKey, '1')
    setTold(true)
  }
  return (
    <section className="guide">
      <header className="guide-head">
        <div>
          <strong>{t('done', { done, of: steps.length })}</strong>
          <p>{t(done === steps.length ? 'all' : isBaseMissing ? 'note' : 'lead')}</p>
        </div>
        <Progress
          percent={(done / steps.length) * 100}
          showInfo={false}
          strokeColor="var(--ant-color-primary)"
          aria-label={t('done', { done, of: steps.length })}
        />
        <Link to={homeScreen.route}>{t('leave')}</Link>
      </header>
      {!isTold && isBaseMissing && (
        <Modal
          open
          centered
          width={420}
          transitionName=""
          maskTransitionName=""
          title={t('tipTitle')}
          onCancel={told}
          footer={
            <Button type="primary" autoFocus onClick={told}>
              {t('know')}
            </Button>
          }
        >
          {t('tips')}
        </Modal>
      )}
      <ol className="guide-steps">
        {steps.map((step, at) => {
          const { code, isDone, count } = step
          const isOpen = open === code
          return (
            <li key={code} className="guide-step" data-step={code} data-done={isDone || undefined}>
              <h2>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => setChosen(isOpen ? null : code)}
                >
                  <i aria-hidden="true">{isDone ? <CheckOutlined /> : at + 1}</i>
                  <span>{t(`steps.${code}.title`)}</span>
                  <small>
                    {isDone
                      ? t(`steps.${code}.count`, { count })
                      : count > 0 && code !== 'starter'
                        ? t('started')
                        : t('open')}
                  </small>
                </button>
              </h2>
              {isOpen && (
                <div className="guide-body">
                  <p>{t(`steps.${code}.lead`)}</p>
                  <StepBody step={step} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
