import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { expect, type Page } from 'playwright/test'

/** A device that signs in with what its page shows once, in the line that one may copy. */
export async function connectAsShown(page: Page, more: IClientOptions = {}): Promise<MqttClient> {
  const line = page.locator('.device-line').first()
  await expect(line).toContainText('mosquitto_pub -h 127.0.0.1')
  const [, port, key, secret] = /-p (\d+) -i (\S+) .*-P '([^']+)'/.exec(
    (await line.textContent())!,
  )!
  return mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
    ...more,
  })
}
export const report = (device: MqttClient, message: unknown) =>
  device.publishAsync('v1/devices/me/telemetry', JSON.stringify(message), { qos: 1 })
