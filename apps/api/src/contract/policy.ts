/** `GET /api/admin/policy`. */
export interface PolicyView {
  categories: PolicyCategory[];
}

export interface PolicyCategory {
  id: string;
  /** In the caller's language, e.g. 自定义工具. */
  name: string;
  description: string;
  tools: PolicyTool[];
}

export interface PolicyTool {
  name: string;
  description: string;
  icon: string | null;
  dangerous: boolean;
  adminOnly: boolean;
  /** Where the tool would be without a move. */
  homeCategory: string;
}

/**
 * `POST /api/admin/policy/placements {tool, category}` → PolicyView; 409 when it was moved elsewhere before.
 * `DELETE /api/admin/policy/placements/:tool` → PolicyView; the tool goes back to its home category.
 */
export interface PlacementBody {
  tool: string;
  category: string;
}
