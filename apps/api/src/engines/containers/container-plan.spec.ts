import { containerPlan, type ContainerOrder } from './container-plan';

const order = {
  instanceId: 'server',
  imageId: 'sha256:abc',
  expires: new Date(0),
  shape: { memoryMb: 256, cpus: 0.5, pids: 64, allowedHosts: [] },
  egressDirectory: null,
} as ContainerOrder;

describe('containerPlan', () => {
  it('lets people who chat go before tools when processors are short (S-32)', () => {
    const { HostConfig } = containerPlan('name', order);
    expect(HostConfig?.CpuShares).toBeGreaterThanOrEqual(2);
    expect(HostConfig?.CpuShares).toBeLessThan(1_024 / 8);
  });

  it('stands at the top of plain cgroups, where its shares count, and nowhere of its own otherwise', () => {
    expect(containerPlan('name', order, '/').HostConfig).toMatchObject({ CgroupParent: '/' });
    expect(containerPlan('name', order).HostConfig).not.toHaveProperty('CgroupParent');
  });

  it('closes everything that leads out', () => {
    expect(containerPlan('name', order).HostConfig).toMatchObject({
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
    });
  });
});
