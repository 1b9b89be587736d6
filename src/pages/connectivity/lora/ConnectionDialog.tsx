import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import {
  loraNetwork,
  renewLoraToken,
  setLoraApiToken,
  setLoraPassword,
  showLoraNetwork,
  type LoraNetworkState,
} from '#contract/connectivity/lora.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'
import { Strangers } from './Strangers.tsx'
import './lora.css'

/** How a network server reaches us, and whom it hears that we do not know. */
export default function ConnectionDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(loraNetwork)
  const { data, error, refetch } = useCall(
    showLoraNetwork,
    { id: row.id },
    { staleTime: 0, gcTime: 0, refetchInterval: 5000 },
  )
  const again = () => void refetch()
  return (
    <Modal
      open
      width={720}
      transitionName=""
      maskTransitionName=""
      title={t('equipment:loraNetwork.connect.title', { name: String(row.name) })}
      onCancel={() => onClose(false)}
      footer={<Button onClick={() => onClose(false)}>{t('common:buttons.close')}</Button>}
    >
      {error && <LoadFailed error={error} height={240} onRetry={again} />}
      {!data && !error && <ListSkeleton rows={4} />}
      {data && (
        <div className="lora-connection">
          <Webhook id={row.id} state={data} onChanged={again} />
          <BrokerPassword
            id={row.id}
            brokerUrl={String(row.brokerUrl ?? '')}
            state={data}
            onChanged={again}
          />
          <ApiToken id={row.id} apiUrl={String(row.apiUrl ?? '')} state={data} onChanged={again} />
          <Strangers id={row.id} state={data} onChanged={again} />
        </div>
      )}
    </Modal>
  )
}

export interface PartProps {
  id: number
  state: LoraNetworkState
  onChanged: () => void
}

function Webhook({ id, state, onChanged }: PartProps) {
  const t = useLabels(loraNetwork)
  const zone = useTimeZone()
  const [token, setToken] = useState<string>()
  const renewal = useCallMutation(renewLoraToken, {
    onDone: (issued) => {
      setToken(issued.token)
      onChanged()
    },
  })
  const renew = async () => {
    const title = t('equipment:loraNetwork.connect.rotate')
    if (
      state.tokenAt &&
      !(await confirm({
        title,
        body: t('equipment:loraNetwork.connect.rotateBody'),
        go: title,
        isDanger: true,
      }))
    )
      return
    await renewal.send({ id })
  }
  return (
    <section>
      <h3>{t('equipment:loraNetwork.connect.webhook')}</h3>
      <p>{t('equipment:loraNetwork.connect.webhookBody')}</p>
      {renewal.problem && <Alert type="error" showIcon message={renewal.problem} />}
      <dl>
        <dt>{t('equipment:loraNetwork.connect.address')}</dt>
        <dd>
          <code className="kit-code">{state.url}</code>
        </dd>
        <dt>{t('equipment:loraNetwork.connect.header')}</dt>
        <dd>
          <code className="kit-code">{`Authorization: Bearer ${token ?? '…'}`}</code>
        </dd>
      </dl>
      {token && (
        <p>
          {t('equipment:loraNetwork.connect.once')} <code className="kit-code">{token}</code>
        </p>
      )}
      <p className="lora-tools">
        <Button loading={renewal.isBusy} onClick={() => void renew()}>
          {t(`equipment:loraNetwork.connect.${state.tokenAt ? 'rotate' : 'issue'}`)}
        </Button>
        <small>
          {state.tokenAt
            ? t('equipment:loraNetwork.connect.since', { at: momentOf(state.tokenAt, zone) })
            : t('equipment:loraNetwork.connect.none')}
        </small>
      </p>
    </section>
  )
}

function BrokerPassword({ id, brokerUrl, state, onChanged }: PartProps & { brokerUrl: string }) {
  const t = useLabels(loraNetwork)
  const [password, setPassword] = useState('')
  const { send, isBusy, problem } = useCallMutation(setLoraPassword, {
    said: t('equipment:loraNetwork.connect.saved'),
    onDone: () => {
      setPassword('')
      onChanged()
    },
  })
  return (
    <section>
      <h3>{t('equipment:loraNetwork.connect.broker')}</h3>
      {!brokerUrl && <p>{t('equipment:loraNetwork.connect.noBroker')}</p>}
      {brokerUrl && (
        <p>
          <code className="kit-code">{brokerUrl}</code>
        </p>
      )}
      {brokerUrl && state.problem && (
        <Alert
          type="warning"
          showIcon
          message={t('equipment:loraNetwork.connect.problem', { problem: state.problem })}
        />
      )}
      {problem && <Alert type="error" showIcon message={problem} />}
      {brokerUrl && (
        <p className="lora-tools">
          <Input.Password
            aria-label={t('equipment:loraNetwork.connect.password')}
            autoComplete="new-password"
            value={password}
            maxLength={200}
            placeholder={t(
              `equipment:loraNetwork.connect.${state.hasPassword ? 'passwordSet' : 'passwordNone'}`,
            )}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button loading={isBusy} onClick={() => void send({ id, password })}>
            {t('equipment:loraNetwork.connect.savePassword')}
          </Button>
        </p>
      )}
    </section>
  )
}

function ApiToken({ id, apiUrl, state, onChanged }: PartProps & { apiUrl: string }) {
  const t = useLabels(loraNetwork)
  const [token, setToken] = useState('')
  const { send, isBusy, problem } = useCallMutation(setLoraApiToken, {
    said: t('equipment:loraNetwork.connect.saved'),
    onDone: () => {
      setToken('')
      onChanged()
    },
  })
  return (
    <section>
      <h3>{t('equipment:loraNetwork.connect.api')}</h3>
      {problem && <Alert type="error" showIcon message={problem} />}
      {!apiUrl ? (
        <p>{t('equipment:loraNetwork.connect.noApi')}</p>
      ) : (
        <>
          <p>
            <code className="kit-code">{apiUrl}</code>
          </p>
          <p className="lora-tools">
            <Input.Password
              aria-label={t('equipment:loraNetwork.connect.apiToken')}
              autoComplete="new-password"
              value={token}
              maxLength={1000}
              placeholder={t(
                `equipment:loraNetwork.connect.${state.hasApiToken ? 'passwordSet' : 'passwordNone'}`,
              )}
              onChange={(event) => setToken(event.target.value)}
            />
            <Button loading={isBusy} onClick={() => void send({ id, token })}>
              {t('equipment:loraNetwork.connect.savePassword')}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}
