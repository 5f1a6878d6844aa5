import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { Provider } from './provider.entity';

export type NewProvider = Omit<Provider, 'id' | 'createdAt'>;

@Injectable()
export class ProvidersRepository {
  constructor(private readonly database: Database) {}

  listOldestFirst(): Promise<Provider[]> {
    return this.rows.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  find(providerId: string): Promise<Provider | null> {
    return this.rows.findOneBy({ id: providerId });
  }

  async insert(provider: NewProvider): Promise<Provider> {
    const { identifiers } = await this.rows.insert(provider);
    return this.rows.findOneByOrFail({ id: identifiers[0]?.id as string });
  }

  async update(providerId: string, changes: Partial<NewProvider>): Promise<void> {
    if (Object.keys(changes).length > 0) await this.rows.update({ id: providerId }, changes);
  }

  async remove(providerId: string): Promise<void> {
    await this.rows.delete({ id: providerId });
  }

  private get rows() {
    return this.database.rows(Provider);
  }
}
