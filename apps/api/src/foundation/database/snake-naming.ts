import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

const plural = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
};

/** Entity `ToolPlacement` → table `tool_placements`, property `userId` → column `user_id`. */
export class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, given: string | undefined): string {
    return given ?? plural(snake(className));
  }

  override columnName(property: string, given: string, prefixes: string[]): string {
    return snake([...prefixes, given || property].join('_'));
  }
}
