import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One value a tool is given by name. */
@Entity()
export class CustomToolSecret {
  @PrimaryColumn('text')
  toolId!: string;

  @PrimaryColumn('text')
  name!: string;

  /** Only SecretBox can read it; tool and name are sealed with it. */
  @Column('text')
  sealed!: string;

  @Column('timestamptz')
  updatedAt!: Date;
}
