import { Button, Drawer, Form, Input, Radio, Select } from 'antd'
import {
  copyMoments,
  peopleSources,
  returnTargets,
  signModes,
  timeoutActions,
  type FlowNode,
} from '#contract/approval/process.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { BranchConditions } from './BranchConditions.tsx'
import { useChoices } from './use-choices.ts'

interface NodeDrawerProps {
  node: FlowNode
  formCode: unknown
  onChange: (to: Partial<FlowNode>) => void
  onClose: () => void
}
const optionsOf = (list: readonly { id: number; name: string }[] | undefined) =>
  list?.map(({ id, name }) => ({ value: id, label: name })) ?? []

/** The properties of one node. */
export function NodeDrawer({ node, formCode, onChange, onClose }: NodeDrawerProps) {
  const t = useLabels({ module: 'approval' })
  const isNarrow = useNarrow()
  const line = (name: string) => t(`approval:approvalProcess.lines.nodes.${name}`)
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 460}
      title={t(`approval:flow.kinds.${node.kind}`)}
      onClose={onClose}
      footer={
        <Button type="primary" block size="large" onClick={onClose}>
          {t('approval:flow.done')}
        </Button>
      }
    >
      <Form component={false} layout="vertical">
        <Form.Item label={line('name')} htmlFor="node-name">
          <Input
            id="node-name"
            maxLength={30}
            value={node.name ?? ''}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Form.Item>
        {node.kind === 'branch' ? (
          <BranchConditions node={node} formCode={formCode} onChange={onChange} />
        ) : (
          <People node={node} onChange={onChange} />
        )}
        {node.kind === 'copy' && (
          <Form.Item label={line('copyOn')}>
            <Radio.Group
              value={node.copyOn}
              onChange={(event) => onChange({ copyOn: event.target.value as FlowNode['copyOn'] })}
              options={Object.values(copyMoments).map((value) => ({
                value,
                label: t(`approval:flow.copyOn.${value}`),
              }))}
            />
          </Form.Item>
        )}
        {node.kind === 'approver' && <Signing node={node} onChange={onChange} />}
      </Form>
    </Drawer>
  )
}

type Part = Pick<NodeDrawerProps, 'node' | 'onChange'>
function People({ node, onChange }: Part) {
  const t = useLabels({ module: 'approval' })
  const choices = useChoices()
  const line = (name: string) => t(`approval:approvalProcess.lines.nodes.${name}`)
  const sources = Object.values(peopleSources).filter(
    (value) => node.kind === 'approver' || value !== 'choice',
  )
  return (
    <>
      <Form.Item label={line('source')} htmlFor="node-source">
        <Select
          id="node-source"
          value={node.source ?? undefined}
          onChange={(source) => onChange({ source })}
          options={sources.map((value) => ({ value, label: t(`approval:flow.sources.${value}`) }))}
        />
      </Form.Item>
      {node.source === 'users' && (
        <Form.Item label={line('userIds')} htmlFor="node-users" required>
          <Select
            id="node-users"
            mode="multiple"
            showSearch
            optionFilterProp="label"
            maxCount={20}
            value={node.userIds ?? []}
            onChange={(userIds: number[]) => onChange({ userIds })}
            options={optionsOf(choices?.users)}
          />
        </Form.Item>
      )}
      {node.source === 'role' && (
        <Form.Item label={line('roleId')} htmlFor="node-role" required>
          <Select
            id="node-role"
            showSearch
            optionFilterProp="label"
            value={node.roleId ?? undefined}
            onChange={(roleId: number) => onChange({ roleId })}
            options={optionsOf(choices?.roles)}
          />
        </Form.Item>
      )}
      {node.source === 'leader' && (
        <Form.Item label={line('organizationId')} htmlFor="node-organization" required>
          <Select
            id="node-organization"
            showSearch
            optionFilterProp="label"
            value={node.organizationId ?? undefined}
            onChange={(organizationId: number) => onChange({ organizationId })}
            options={optionsOf(choices?.organizations)}
          />
        </Form.Item>
      )}
      <p className="kit-nothing">{t('approval:flow.emptyNote')}</p>
    </>
  )
}

function Signing({ node, onChange }: Part) {
  const t = useLabels({ module: 'approval' })
  const line = (name: string) => t(`approval:approvalProcess.lines.nodes.${name}`)
  const isTimed =
    node.timeoutAction !== undefined && node.timeoutAction !== null && node.timeoutAction !== 'none'
  return (
    <>
      <Form.Item label={line('mode')}>
        <Radio.Group
          className="flow-problem"
          value={node.mode}
          onChange={(event) => onChange({ mode: event.target.value as FlowNode['mode'] })}
          options={Object.values(signModes).map((value) => ({
            value,
            label: t(`approval:flow.modeNames.${value}`),
          }))}
        />
      </Form.Item>
      {node.mode === 'ratio' && (
        <Form.Item
          label={line('percent')}
          htmlFor="node-percent"
          required
          extra={t('approval:flow.ratioNote')}
        >
          <NumberBox
            id="node-percent"
            min={1}
            max={100}
            precision={0}
            suffix="%"
            value={node.percent}
            onChange={(percent) => onChange({ percent })}
          />
        </Form.Item>
      )}
      <Form.Item label={line('returnTo')}>
        <Radio.Group
          value={node.returnTo ?? 'submitter'}
          onChange={(event) => onChange({ returnTo: event.target.value as FlowNode['returnTo'] })}
          options={Object.values(returnTargets).map((value) => ({
            value,
            label: t(`approval:flow.returnTo.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item label={line('timeoutAction')} htmlFor="node-timeout">
        <Select
          id="node-timeout"
          value={node.timeoutAction ?? 'none'}
          onChange={(timeoutAction) => onChange({ timeoutAction })}
          options={Object.values(timeoutActions).map((value) => ({
            value,
            label: t(`approval:flow.timeouts.${value}`),
          }))}
        />
      </Form.Item>
      {isTimed && (
        <Form.Item label={line('timeoutHours')} htmlFor="node-hours" required>
          <NumberBox
            id="node-hours"
            min={1}
            max={720}
            precision={0}
            suffix={t('common:units.hour')}
            value={node.timeoutHours}
            onChange={(timeoutHours) => onChange({ timeoutHours })}
          />
        </Form.Item>
      )}
    </>
  )
}
