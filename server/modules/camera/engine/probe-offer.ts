import { randomBytes, randomInt } from 'node:crypto'

const word = (bytes: number) => randomBytes(bytes).toString('hex')
const codecs = [
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtcp-fb:96 nack',
  'a=rtcp-fb:96 nack pli',
  'a=rtpmap:98 VP8/90000',
  'a=rtcp-fb:98 nack',
  'a=rtcp-fb:98 nack pli',
]

/**
 * The offer of a viewer that never looks, as browsers write them (RFC 8829): with it a server says
 * whether it would play a stream, and as what.
 */
export function probeOffer(): string {
  const fingerprint = word(32).toUpperCase().match(/../g)!.join(':')
  const common = (mid: number) => [
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    `a=ice-ufrag:${word(4)}`,
    `a=ice-pwd:${word(12)}`,
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${fingerprint}`,
    'a=setup:actpass',
    `a=mid:${mid}`,
    'a=recvonly',
    'a=rtcp-mux',
    'a=rtcp-rsize',
  ]
  return [
    'v=0',
    `o=- ${randomInt(2 ** 40)} 2 IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1',
    'a=msid-semantic: WMS',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    ...common(0),
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=1',
    'm=video 9 UDP/TLS/RTP/SAVPF 96 98',
    ...common(1),
    ...codecs,
    '',
  ].join('\r\n')
}
