/**
 * What devices call what they measure, in Chinese and in English, by the reading that it is to us:
 * words of theirs, none of ours.
 */
export const weather = {
  airTemperature: [
    '空气温度',
    '大气温度',
    '环境温度',
    '气温',
    '温度',
    'air temperature',
    'temperature',
  ],
  airHumidity: [
    '空气湿度',
    '大气湿度',
    '环境湿度',
    '相对湿度',
    '湿度',
    'air humidity',
    'relative humidity',
    'humidity',
  ],
  windSpeed: ['风速', 'wind speed'],
  windDirection: ['风向', '风向角度', 'wind direction'],
  rainfall: ['降雨量', '雨量', '降水量', 'rainfall', 'rain'],
  radiation: ['总辐射', '太阳辐射', '太阳总辐射', 'radiation', 'total radiation'],
  illuminance: ['光照度', '光照强度', '光照', '照度', 'illuminance', 'light intensity'],
  pressure: ['大气压', '大气压力', '气压', 'air pressure', 'atmospheric pressure', 'pressure'],
  batteryVoltage: ['电池电压', 'battery voltage'],
} as const
export const soilProbe = {
  humidity: ['土壤水分', '土壤湿度', '土壤含水率', '含水率', 'soil moisture', 'soil humidity'],
  temperature: ['土壤温度', '地温', 'soil temperature'],
  conductivity: ['土壤电导率', '电导率', 'soil ec', 'soil conductivity', 'ec'],
  ph: ['土壤ph', 'ph', 'soil ph'],
  nitrogen: ['土壤氮', '氮', 'nitrogen'],
  phosphorus: ['土壤磷', '磷', 'phosphorus'],
  potassium: ['土壤钾', '钾', 'potassium'],
  batteryVoltage: ['电池电压', 'battery voltage'],
} as const
export const soilLayers = {
  humidity: [
    '土壤水分',
    '土壤湿度',
    '土壤含水率',
    '含水率',
    '湿度',
    'soil moisture',
    'soil humidity',
    'humidity',
  ],
  temperature: ['土壤温度', '地温', '温度', 'soil temperature', 'temperature'],
  conductivity: ['土壤电导率', '电导率', 'soil ec', 'soil conductivity', 'ec'],
} as const
export const water = {
  waterTemperature: ['水温', '水体温度', '水质温度', 'water temperature'],
  dissolvedOxygen: ['溶解氧', '溶氧', 'dissolved oxygen', 'do'],
  ph: ['水质ph', 'ph', 'water ph'],
  conductivity: ['水质电导率', '电导率', 'conductivity', 'ec'],
  turbidity: ['浊度', '水质浊度', 'turbidity'],
  ammonia: ['氨氮', 'ammonia', 'ammonia nitrogen'],
  cod: ['cod', '化学需氧量', 'chemical oxygen demand'],
  waterLevel: ['水位', '液位', 'water level'],
  batteryVoltage: ['电池电压', 'battery voltage'],
} as const

/** How a layer is named: by its depth in centimetres, or by its number. */
export const depth = /(\d{1,3})(?:cm|厘米)/
export const layer = /第(\d{1,2})层|(\d{1,2})$/
/** Degrees, spelt out. */
export const degrees = '度'
