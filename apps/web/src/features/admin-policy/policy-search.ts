import type { PolicyCategory } from '@contract/policy';

/** Tools that match every word by name or description; a category without a match is left out. */
export function searchPolicy(
  categories: readonly PolicyCategory[],
  search: string,
): PolicyCategory[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...categories];
  return categories
    .map((category) => ({
      ...category,
      tools: category.tools.filter(({ name, description }) => {
        const text = `${name}\n${description}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ tools }) => tools.length > 0);
}
