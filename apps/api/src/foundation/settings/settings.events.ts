export class SettingChanged {
  constructor(readonly key: string) {}
}
