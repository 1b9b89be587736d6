import { Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { allowed, type Entity } from '#contract/entity.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { refusedBecause } from '#src/kit/actions/actions.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import type { ActionDialogProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { questionsOf } from './Questions.tsx'
import { infoOf, kindOf } from './routes.ts'
import { useDocumentNews, useMove } from './use-move.ts'

interface Outcome {
  tone: 'good' | 'warn' | 'bad'
  word: 'posted' | 'inApproval' | 'refused'
  reason?: string
}

/**
 * Hands documents in one after another: a refusal is about one of them, and the others still go
 * through.
 */
export function SubmitMany({ rows, onClose }: ActionDialogProps) {
  const resource = useResource()
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const move = useMove(resource, false)
  const news = useDocumentNews(resource)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(() => new Map())
  const [at, setAt] = useState<number>()
  const open = rows.filter((row) => allowed(entity, 'submit', row))
  const isOver = open.length > 0 && at === undefined && outcomes.size > 0
  // A question is answered where its document is seen; nobody says yes to twenty at once.
  const whyNot = (error: unknown) =>
    questionsOf(error)
      .map(({ code }) => t(`inventory:questions.${code}`))
      .join('; ') || sentenceOf(t, error).text
  const submit = async (row: Row): Promise<Outcome> => {
    try {
      const moved = await move('submit', row)
      return moved.auditStatus === auditStatus.submitted
        ? { tone: 'warn', word: 'inApproval' }
        : { tone: 'good', word: 'posted' }
    } catch (error) {
      return { tone: 'bad', word: 'refused', reason: whyNot(error) }
    }
  }
  const run = async () => {
    for (const [turn, row] of open.entries()) {
      setAt(turn)
      const outcome = await submit(row)
      setOutcomes((before) => new Map([...before, [row.id, outcome]]))
    }
    setAt(undefined)
    await news()
  }
  const stateOf = (row: Row) => {
    const reason = refusedBecause(t, entity, 'submit', row)
    const outcome: Outcome | undefined = reason
      ? { tone: 'bad', word: 'refused', reason }
      : outcomes.get(row.id)
    return outcome ? (
      <>
        <StatusTag tone={outcome.tone}>{t(`inventory:submitMany.${outcome.word}`)}</StatusTag>
        {outcome.reason && <> {outcome.reason}</>}
      </>
    ) : (
      <StatusTag tone="quiet">{t('inventory:submitMany.waiting')}</StatusTag>
    )
  }
  const count = (word: Outcome['word']) =>
    [...outcomes.values()].filter((one) => one.word === word).length
  return (
    <Modal
      open
      title={t('inventory:submitMany.title', { count: rows.length })}
      okText={
        isOver
          ? t('common:buttons.close')
          : at === undefined
            ? actionLabel(t, entity, 'submit')
            : t('inventory:submitMany.running', { at: at + 1, count: open.length })
      }
      okButtonProps={{ disabled: open.length === 0, loading: at !== undefined }}
      cancelButtonProps={{ style: isOver ? { display: 'none' } : undefined }}
      closable={at === undefined}
      keyboard={at === undefined}
      maskClosable={false}
      transitionName=""
      maskTransitionName=""
      onOk={() => (isOver ? onClose(true) : void run())}
      onCancel={() => onClose(outcomes.size > 0)}
    >
      <p role="status">
        {isOver
          ? t('inventory:submitMany.over', {
              posted: count('posted'),
              asked: count('inApproval'),
              refused: count('refused') + rows.length - open.length,
            })
          : t('inventory:submitMany.note', { open: open.length, shut: rows.length - open.length })}
      </p>
      <ul className="document-many">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={infoOf(kindOf(resource), row.id)} target="_blank">
              {String(row.code)}
            </Link>
            <span>{stateOf(row)}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
