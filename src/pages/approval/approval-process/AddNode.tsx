import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { AddedKind } from './flow-edit.ts'

const kinds: readonly AddedKind[] = ['approver', 'copy', 'condition']

/** The plus between two nodes. */
export function AddNode({ onAdd }: { onAdd: (kind: AddedKind) => void }) {
  const t = useLabels({ module: 'approval' })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: kinds.map((key) => ({ key, label: t(`approval:flow.kinds.${key}`) })),
        onClick: ({ key }) => onAdd(key as AddedKind),
      }}
    >
      <Button
        type="primary"
        shape="circle"
        size="small"
        className="flow-add"
        icon={<PlusOutlined />}
        aria-label={t('approval:flow.add')}
      />
    </Dropdown>
  )
}
