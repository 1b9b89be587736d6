import { TeamOutlined } from '@ant-design/icons'
import { useList } from '@refinedev/core'
import { Button, Dropdown } from 'antd'
import { task } from '#contract/work/task.ts'
import { team } from '#contract/work/team.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { TeamPeople } from './team-people.ts'
import './people.css'

interface TeamPickerProps {
  /** Of which base; of all, while none is chosen. */
  areaId: unknown
  disabled: boolean
  onChoose: (team: TeamPeople) => void
}
/** Chooses the people of a team at once; there is none where the base has no team. */
export function TeamPicker({ areaId, disabled, onChoose }: TeamPickerProps) {
  const t = useLabels(task)
  const { result } = useList<Row>({
    resource: team.name,
    pagination: { mode: 'off' },
    filters: [
      { field: 'enabledFlag', operator: 'eq', value: 1 },
      ...(typeof areaId === 'number'
        ? [{ field: 'areaId', operator: 'eq' as const, value: areaId }]
        : []),
    ],
    queryOptions: { staleTime: 30_000, retry: false },
    errorNotification: false,
    liveMode: 'off',
  })
  const teams = result.data
  if (teams.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled}
      menu={{
        items: teams.map((one) => ({ key: String(one.id), label: String(one.name) })),
        onClick: ({ key }) => {
          const found = teams.find((one) => String(one.id) === key)
          if (found) onChoose(found as unknown as TeamPeople)
        },
      }}
    >
      <Button className="people-team" icon={<TeamOutlined />}>
        {t('work:people.team')}
      </Button>
    </Dropdown>
  )
}
