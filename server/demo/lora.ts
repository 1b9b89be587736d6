import type { Client } from './client.ts'

const soilScript = `// 墒情节点：每层 6 字节，湿度 0.01 %、温度 0.01 °C、电导率 µS/cm，高位在前
function decodeUplink(input) {
  const word = (at) => (input.bytes[at] << 8) | input.bytes[at + 1]
  const signed = (at) => (word(at) > 0x7fff ? word(at) - 0x10000 : word(at))
  const data = {}
  for (let at = 0, layer = 1; at + 5 < input.bytes.length; at += 6, layer++) {
    data['humidity.' + layer] = word(at) / 100
    data['temperature.' + layer] = signed(at + 2) / 100
    data['conductivity.' + layer] = word(at + 4) / 10000
  }
  return { data }
}
`
const weatherScript = `// 微型气象节点：气温 0.1 °C、相对湿度 %、风速 0.1 m/s、雨量 0.1 mm
function decodeUplink(input) {
  const [high, low, humidity, wind, rain] = input.bytes
  const temperature = ((high << 8) | low) << 16 >> 16
  if (input.bytes.length < 5) return { errors: ['帧长不足'] }
  return { data: { airTemperature: temperature / 10, airHumidity: humidity, windSpeed: wind / 10, rainfall: rain / 10 } }
}
`

const valveScript = `// 双路阀控节点：阀位（低两位）、脉冲数、电量 %、电压 0.01 V，高位在前
function decodeUplink(input) {
  const [valves, high, low, battery, voltHigh, voltLow] = input.bytes
  if (input.bytes.length < 6) return { errors: ['帧长不足'] }
  return { data: { 'relay.1': valves & 1, 'relay.2': (valves >> 1) & 1, pulses: (high << 8) | low, battery, batteryVoltage: ((voltHigh << 8) | voltLow) / 100 } }
}
function encodeDownlink(input) {
  return { fPort: 2, bytes: [input.data.circuit, input.data.value] }
}
`

/** A network server and the codecs of its nodes. */
export async function makeLora(admin: Client): Promise<void> {
  await admin.call('POST /wfpe/v1/{tenant}/payload-codec', {
    name: '三层墒情节点',
    deviceType: 'soil',
    maker: 'LoRaWAN 墒情 · 每层 6 字节',
    script: soilScript,
    description: '试解：0A28 00E1 04B0',
  })
  await admin.call('POST /wfpe/v1/{tenant}/payload-codec', {
    name: '微型气象节点',
    deviceType: 'gateway_weather',
    maker: 'LoRaWAN 气象 · 5 字节',
    script: weatherScript,
    description: '试解：00E1 3E 1C 05',
  })
  await admin.call('POST /wfpe/v1/{tenant}/payload-codec', {
    name: '双路阀控节点',
    deviceType: 'lorawan_node',
    maker: 'LoRaWAN 阀控 · 6 字节',
    script: valveScript,
    description: '试解：01 0012 5A 0168',
  })
  await admin.call('POST /wfpe/v1/{tenant}/lora-network', {
    name: '沙湾 ChirpStack',
    enabledFlag: 1,
    description: 'CN470，HTTP 推送',
  })
}
