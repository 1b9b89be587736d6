import { Modal } from 'antd'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelfUser } from '#contract/account/self.ts'
import { SignInForm } from './sign-in/SignInForm.tsx'

interface SessionDialogProps {
  user: SelfUser
  /** Fires when another tab signed in first. */
  signal: AbortSignal
  onDone: (isBack: boolean) => void
}

/**
 * Signing in over the page, so that a half-filled form survives the end of a session
 * (docs/specification.md 2.10).
 */
export default function SessionDialog({ user, signal, onDone }: SessionDialogProps) {
  const { t } = useTranslation('shell')
  useEffect(() => {
    const handleElsewhere = () => onDone(true)
    signal.addEventListener('abort', handleElsewhere)
    return () => signal.removeEventListener('abort', handleElsewhere)
  }, [signal, onDone])
  return (
    <Modal
      open
      width={400}
      footer={null}
      maskClosable={false}
      transitionName=""
      maskTransitionName=""
      zIndex={3000}
      title={t('session.title')}
      onCancel={() => onDone(false)}
    >
      <p>{t('session.body')}</p>
      <Suspense>
        <SignInForm fixedUsername={user.loginName} onSignedIn={() => onDone(true)} />
      </Suspense>
    </Modal>
  )
}
