import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentQuestion, onQuestion } from './confirm.ts'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'))

/** Where `confirm` asks; the dialog is loaded with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestion, currentQuestion)
  return (
    question && (
      <Suspense>
        <ConfirmDialog question={question} onAnswer={question.answer} />
      </Suspense>
    )
  )
}
