import { Alert } from 'antd'
import type { AskedQuestion } from '#contract/inventory/document-calls.ts'
import { isApiError } from '#src/api/api-error.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

export const questionsOf = (error: unknown): readonly AskedQuestion[] =>
  isApiError(error) && error.code === 'document.confirm'
    ? ((error.detail.questions ?? []) as AskedQuestion[])
    : []

/**
 * What is asked before a document is handed in all the same: expired goods, a harvest that is too
 * early, goods that
 * begun tasks will take, a blind count that differs.
 */
export function Questions({ asked }: { asked: readonly AskedQuestion[] }) {
  const t = useLabels({ module: 'inventory' })
  return asked.map(({ code, lines }) => (
    <Alert
      key={code}
      type="warning"
      showIcon
      className="kit-form-note"
      message={t(`inventory:questions.${code}`)}
      description={
        <ul className="document-short">
          {lines.map(({ name, lot, ...told }, at) => (
            <li key={at}>
              {t(`inventory:questions.${code}Line`, {
                name: lot ? `${name} · ${lot}` : name,
                ...told,
              })}
            </li>
          ))}
        </ul>
      }
    />
  ))
}
