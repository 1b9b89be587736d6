import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Question } from './confirm.ts'

/** 330 wide. Without motion: a modal open in a hidden tab would leave its wrapper behind. */
export default function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: Question
  onAnswer: (isSure: boolean) => void
}) {
  const { t } = useTranslation('common')
  return (
    <Modal
      open
      centered
      width={330}
      transitionName=""
      maskTransitionName=""
      title={question.title}
      okText={question.go}
      cancelText={t('common:buttons.cancel')}
      okButtonProps={{ danger: question.isDanger, autoFocus: !question.isDanger }}
      cancelButtonProps={{ autoFocus: question.isDanger }}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {question.body}
    </Modal>
  )
}
