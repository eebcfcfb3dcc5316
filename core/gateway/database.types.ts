export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      boards: {
        Row: {
          created_at: string
          id: string
          item_id: string | null
          project_id: string
          rev: number
          space_id: string | null
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          item_id?: string | null
          project_id: string
          rev?: number
          space_id?: string | null
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          item_id?: string | null
          project_id?: string
          rev?: number
          space_id?: string | null
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'boards_item_id_fkey'
            columns: ['item_id']
            isOneToOne: true
            referencedRelation: 'items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'boards_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'boards_space_id_fkey'
            columns: ['space_id']
            isOneToOne: true
            referencedRelation: 'spaces'
            referencedColumns: ['id']
          },
        ]
      }
      canvas_items: {
        Row: {
          board_id: string
          color: string | null
          created_at: string
          created_by: string
          crop: string | null
          font_size: number
          group_id: string | null
          height: number
          id: string
          is_locked: boolean
          media_id: string | null
          opacity: number
          project_id: string
          rev: number
          rotation: number
          src: string | null
          studio_id: string
          style: NonNullable<Json>
          text: string | null
          type: string
          updated_at: string
          width: number
          x: number
          y: number
          z_index: number
        }
        ComputedFields: never
        Insert: {
          board_id: string
          color?: string | null
          created_at?: string
          created_by?: string
          crop?: string | null
          font_size?: number
          group_id?: string | null
          height?: number
          id?: string
          is_locked?: boolean
          media_id?: string | null
          opacity?: number
          project_id: string
          rev?: number
          rotation?: number
          src?: string | null
          studio_id: string
          style?: NonNullable<Json>
          text?: string | null
          type: string
          updated_at?: string
          width?: number
          x?: number
          y?: number
          z_index?: number
        }
        Update: {
          board_id?: string
          color?: string | null
          created_at?: string
          created_by?: string
          crop?: string | null
          font_size?: number
          group_id?: string | null
          height?: number
          id?: string
          is_locked?: boolean
          media_id?: string | null
          opacity?: number
          project_id?: string
          rev?: number
          rotation?: number
          src?: string | null
          studio_id?: string
          style?: NonNullable<Json>
          text?: string | null
          type?: string
          updated_at?: string
          width?: number
          x?: number
          y?: number
          z_index?: number
        }
        Relationships: [
          {
            foreignKeyName: 'canvas_items_board_id_fkey'
            columns: ['board_id']
            isOneToOne: false
            referencedRelation: 'boards'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'canvas_items_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'canvas_items_media_id_fkey'
            columns: ['media_id']
            isOneToOne: false
            referencedRelation: 'media'
            referencedColumns: ['id']
          },
        ]
      }
      collections: {
        Row: {
          created_at: string
          description: string
          episode: string | null
          id: string
          is_default: boolean
          name: string
          order_rank: number
          position: number
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string
          episode?: string | null
          id?: string
          is_default?: boolean
          name: string
          order_rank?: number
          position?: number
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string
          episode?: string | null
          id?: string
          is_default?: boolean
          name?: string
          order_rank?: number
          position?: number
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'collections_space_id_fkey'
            columns: ['space_id']
            isOneToOne: false
            referencedRelation: 'spaces'
            referencedColumns: ['id']
          },
        ]
      }
      comment_attachments: {
        Row: {
          comment_id: string
          display_order: number
          media_id: string
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          comment_id: string
          display_order?: number
          media_id: string
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          comment_id?: string
          display_order?: number
          media_id?: string
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'comment_attachments_comment_id_fkey'
            columns: ['comment_id']
            isOneToOne: false
            referencedRelation: 'comments'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'comment_attachments_media_id_fkey'
            columns: ['media_id']
            isOneToOne: false
            referencedRelation: 'media'
            referencedColumns: ['id']
          },
        ]
      }
      comments: {
        Row: {
          content: string
          created_at: string
          created_by: string | null
          id: string
          is_automatic: boolean
          is_edited: boolean
          metadata: NonNullable<Json>
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          task_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          content?: string
          created_at?: string
          created_by?: string | null
          id?: string
          is_automatic?: boolean
          is_edited?: boolean
          metadata?: NonNullable<Json>
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          task_id: string
          updated_at?: string
        }
        Update: {
          content?: string
          created_at?: string
          created_by?: string | null
          id?: string
          is_automatic?: boolean
          is_edited?: boolean
          metadata?: NonNullable<Json>
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          task_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'comments_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'comments_task_id_fkey'
            columns: ['task_id']
            isOneToOne: false
            referencedRelation: 'item_tasks'
            referencedColumns: ['id']
          },
        ]
      }
      events: {
        Row: {
          actor_id: string | null
          actor_kind: string
          actor_name: string
          at: string
          cause: number | null
          depth: number
          is_audit: boolean
          item_id: string | null
          item_name: string | null
          kind: string
          names: NonNullable<Json>
          new: NonNullable<Json>
          old: NonNullable<Json>
          operation_id: string | null
          project_id: string | null
          seq: number
          space_id: string | null
          studio_id: string
          task_id: string | null
          thing_id: string | null
          via_id: string | null
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          actor_kind: string
          actor_name?: string
          at?: string
          cause?: number | null
          depth?: number
          is_audit?: boolean
          item_id?: string | null
          item_name?: string | null
          kind: string
          names?: NonNullable<Json>
          new?: NonNullable<Json>
          old?: NonNullable<Json>
          operation_id?: string | null
          project_id?: string | null
          seq: number
          space_id?: string | null
          studio_id: string
          task_id?: string | null
          thing_id?: string | null
          via_id?: string | null
        }
        Update: {
          actor_id?: string | null
          actor_kind?: string
          actor_name?: string
          at?: string
          cause?: number | null
          depth?: number
          is_audit?: boolean
          item_id?: string | null
          item_name?: string | null
          kind?: string
          names?: NonNullable<Json>
          new?: NonNullable<Json>
          old?: NonNullable<Json>
          operation_id?: string | null
          project_id?: string | null
          seq?: number
          space_id?: string | null
          studio_id?: string
          task_id?: string | null
          thing_id?: string | null
          via_id?: string | null
        }
        Relationships: []
      }
      field_definitions: {
        Row: {
          created_at: string
          decimals: number | null
          default_value: Json | null
          description: string
          formula: string
          id: string
          key: string
          kind: string
          name: string
          of: string
          options: NonNullable<Json>
          place_ids: string[]
          position: number
          read_floor: string
          rev: number
          studio_id: string
          unit: string
          updated_at: string
          write_floor: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          decimals?: number | null
          default_value?: Json | null
          description?: string
          formula?: string
          id?: string
          key: string
          kind: string
          name: string
          of?: string
          options?: NonNullable<Json>
          place_ids?: string[]
          position?: number
          read_floor?: string
          rev?: number
          studio_id: string
          unit?: string
          updated_at?: string
          write_floor?: string
        }
        Update: {
          created_at?: string
          decimals?: number | null
          default_value?: Json | null
          description?: string
          formula?: string
          id?: string
          key?: string
          kind?: string
          name?: string
          of?: string
          options?: NonNullable<Json>
          place_ids?: string[]
          position?: number
          read_floor?: string
          rev?: number
          studio_id?: string
          unit?: string
          updated_at?: string
          write_floor?: string
        }
        Relationships: [
          {
            foreignKeyName: 'field_definitions_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      item_kinds: {
        Row: {
          created_at: string
          field_ids: string[]
          icon: string
          id: string
          item_type: string
          key: string
          name: string
          position: number
          rev: number
          stage_ids: string[]
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          field_ids?: string[]
          icon?: string
          id?: string
          item_type?: string
          key: string
          name: string
          position?: number
          rev?: number
          stage_ids?: string[]
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          field_ids?: string[]
          icon?: string
          id?: string
          item_type?: string
          key?: string
          name?: string
          position?: number
          rev?: number
          stage_ids?: string[]
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'item_kinds_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      item_links: {
        Row: {
          created_at: string
          from_item_id: string
          kind: string
          label: string
          project_id: string
          quantity: number
          rev: number
          studio_id: string
          to_item_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          from_item_id: string
          kind?: string
          label?: string
          project_id: string
          quantity?: number
          rev?: number
          studio_id: string
          to_item_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          from_item_id?: string
          kind?: string
          label?: string
          project_id?: string
          quantity?: number
          rev?: number
          studio_id?: string
          to_item_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'item_links_from_item_id_fkey'
            columns: ['from_item_id']
            isOneToOne: false
            referencedRelation: 'items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'item_links_to_item_id_fkey'
            columns: ['to_item_id']
            isOneToOne: false
            referencedRelation: 'items'
            referencedColumns: ['id']
          },
        ]
      }
      item_tasks: {
        Row: {
          assignee_id: string | null
          created_at: string
          due_date: string | null
          fields: NonNullable<Json>
          id: string
          is_disabled: boolean
          item_id: string
          priority: number
          project_id: string
          rev: number
          space_id: string
          stage_id: string
          status_id: string
          studio_id: string
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          assignee_id?: string | null
          created_at?: string
          due_date?: string | null
          fields?: NonNullable<Json>
          id?: string
          is_disabled?: boolean
          item_id: string
          priority?: number
          project_id: string
          rev?: number
          space_id: string
          stage_id: string
          status_id: string
          studio_id: string
          title?: string
          updated_at?: string
        }
        Update: {
          assignee_id?: string | null
          created_at?: string
          due_date?: string | null
          fields?: NonNullable<Json>
          id?: string
          is_disabled?: boolean
          item_id?: string
          priority?: number
          project_id?: string
          rev?: number
          space_id?: string
          stage_id?: string
          status_id?: string
          studio_id?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'item_tasks_assignee_id_fkey'
            columns: ['assignee_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'item_tasks_item_id_fkey'
            columns: ['item_id']
            isOneToOne: false
            referencedRelation: 'items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'item_tasks_stage_id_fkey'
            columns: ['stage_id']
            isOneToOne: false
            referencedRelation: 'stages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'item_tasks_status_id_fkey'
            columns: ['status_id']
            isOneToOne: false
            referencedRelation: 'task_statuses'
            referencedColumns: ['id']
          },
        ]
      }
      items: {
        Row: {
          collection_id: string
          created_at: string
          custom_slug: string
          description: string
          external_ids: NonNullable<Json>
          fields: NonNullable<Json>
          first_frame: number | null
          frame_in: number | null
          frame_out: number | null
          frame_rate: string | null
          handle_in: number | null
          handle_out: number | null
          id: string
          is_omitted: boolean
          item_type_id: string
          kind_id: string | null
          order_rank: number
          position: number
          poster_media_id: string | null
          poster_wanted_media_id: string | null
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          thumbnail_media_id: string | null
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          collection_id: string
          created_at?: string
          custom_slug: string
          description?: string
          external_ids?: NonNullable<Json>
          fields?: NonNullable<Json>
          first_frame?: number | null
          frame_in?: number | null
          frame_out?: number | null
          frame_rate?: string | null
          handle_in?: number | null
          handle_out?: number | null
          id?: string
          is_omitted?: boolean
          item_type_id?: string
          kind_id?: string | null
          order_rank?: number
          position?: number
          poster_media_id?: string | null
          poster_wanted_media_id?: string | null
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          thumbnail_media_id?: string | null
          title: string
          updated_at?: string
        }
        Update: {
          collection_id?: string
          created_at?: string
          custom_slug?: string
          description?: string
          external_ids?: NonNullable<Json>
          fields?: NonNullable<Json>
          first_frame?: number | null
          frame_in?: number | null
          frame_out?: number | null
          frame_rate?: string | null
          handle_in?: number | null
          handle_out?: number | null
          id?: string
          is_omitted?: boolean
          item_type_id?: string
          kind_id?: string | null
          order_rank?: number
          position?: number
          poster_media_id?: string | null
          poster_wanted_media_id?: string | null
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          thumbnail_media_id?: string | null
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'items_collection_id_fkey'
            columns: ['collection_id']
            isOneToOne: false
            referencedRelation: 'collections'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'items_kind_id_fkey'
            columns: ['kind_id']
            isOneToOne: false
            referencedRelation: 'item_kinds'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'items_space_id_fkey'
            columns: ['space_id']
            isOneToOne: false
            referencedRelation: 'spaces'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'items_thumbnail_media_id_fkey'
            columns: ['thumbnail_media_id']
            isOneToOne: false
            referencedRelation: 'media'
            referencedColumns: ['id']
          },
        ]
      }
      media: {
        Row: {
          codec: string | null
          content_type: string
          created_at: string
          created_by: string
          duration_ms: number | null
          filename: string
          filmstrip_media_id: string | null
          first_frame: number | null
          frame_count: number | null
          frame_rate: string | null
          height: number | null
          id: string
          is_stored: boolean
          large_proxy_media_id: string | null
          made_from: string | null
          poster_media_id: string | null
          preview_note: string | null
          preview_percent: number | null
          preview_problem: string | null
          preview_waits: boolean
          project_id: string | null
          proxy_media_id: string | null
          r2_key: string
          rev: number
          sha256: string | null
          size_bytes: number
          start_timecode: string | null
          studio_id: string
          thumbnail_media_id: string | null
          updated_at: string
          waveform: string | null
          width: number | null
        }
        ComputedFields: never
        Insert: {
          codec?: string | null
          content_type: string
          created_at?: string
          created_by?: string
          duration_ms?: number | null
          filename: string
          filmstrip_media_id?: string | null
          first_frame?: number | null
          frame_count?: number | null
          frame_rate?: string | null
          height?: number | null
          id?: string
          is_stored?: boolean
          large_proxy_media_id?: string | null
          made_from?: string | null
          poster_media_id?: string | null
          preview_note?: string | null
          preview_percent?: number | null
          preview_problem?: string | null
          preview_waits?: boolean
          project_id?: string | null
          proxy_media_id?: string | null
          r2_key: string
          rev?: number
          sha256?: string | null
          size_bytes: number
          start_timecode?: string | null
          studio_id: string
          thumbnail_media_id?: string | null
          updated_at?: string
          waveform?: string | null
          width?: number | null
        }
        Update: {
          codec?: string | null
          content_type?: string
          created_at?: string
          created_by?: string
          duration_ms?: number | null
          filename?: string
          filmstrip_media_id?: string | null
          first_frame?: number | null
          frame_count?: number | null
          frame_rate?: string | null
          height?: number | null
          id?: string
          is_stored?: boolean
          large_proxy_media_id?: string | null
          made_from?: string | null
          poster_media_id?: string | null
          preview_note?: string | null
          preview_percent?: number | null
          preview_problem?: string | null
          preview_waits?: boolean
          project_id?: string | null
          proxy_media_id?: string | null
          r2_key?: string
          rev?: number
          sha256?: string | null
          size_bytes?: number
          start_timecode?: string | null
          studio_id?: string
          thumbnail_media_id?: string | null
          updated_at?: string
          waveform?: string | null
          width?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'media_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'media_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      member_days_off: {
        Row: {
          created_at: string
          day: string
          rev: number
          studio_id: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          day: string
          rev?: number
          studio_id: string
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          day?: string
          rev?: number
          studio_id?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'member_days_off_member_fkey'
            columns: ['studio_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'studio_members'
            referencedColumns: ['studio_id', 'user_id']
          },
        ]
      }
      mentions: {
        Row: {
          comment_id: string
          created_at: string
          mentioned_user_id: string
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          comment_id: string
          created_at?: string
          mentioned_user_id: string
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          comment_id?: string
          created_at?: string
          mentioned_user_id?: string
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'mentions_comment_id_fkey'
            columns: ['comment_id']
            isOneToOne: false
            referencedRelation: 'comments'
            referencedColumns: ['id']
          },
        ]
      }
      notification_recipients: {
        Row: {
          created_at: string
          id: string
          mailed_at: string | null
          notification_id: string
          project_id: string | null
          pushed_at: string | null
          studio_id: string
          user_id: string
          viewed: boolean
          viewed_at: string | null
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          mailed_at?: string | null
          notification_id: string
          project_id?: string | null
          pushed_at?: string | null
          studio_id: string
          user_id: string
          viewed?: boolean
          viewed_at?: string | null
        }
        Update: {
          created_at?: string
          id?: string
          mailed_at?: string | null
          notification_id?: string
          project_id?: string | null
          pushed_at?: string | null
          studio_id?: string
          user_id?: string
          viewed?: boolean
          viewed_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'notification_recipients_notification_id_fkey'
            columns: ['notification_id']
            isOneToOne: false
            referencedRelation: 'notifications'
            referencedColumns: ['id']
          },
        ]
      }
      notification_types: {
        Row: {
          id: string
          name: string
        }
        ComputedFields: never
        Insert: {
          id?: string
          name: string
        }
        Update: {
          id?: string
          name?: string
        }
        Relationships: []
      }
      notifications: {
        Row: {
          actor_id: string | null
          created_at: string
          data: NonNullable<Json>
          id: string
          notification_type_id: string
          project_id: string | null
          studio_id: string
          target_id: string
          target_type: string
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          created_at?: string
          data?: NonNullable<Json>
          id?: string
          notification_type_id: string
          project_id?: string | null
          studio_id: string
          target_id: string
          target_type: string
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          data?: NonNullable<Json>
          id?: string
          notification_type_id?: string
          project_id?: string | null
          studio_id?: string
          target_id?: string
          target_type?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notifications_notification_type_id_fkey'
            columns: ['notification_type_id']
            isOneToOne: false
            referencedRelation: 'notification_types'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notifications_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      project_role_access: {
        Row: {
          is_allowed: boolean
          project_id: string
          rev: number
          role_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          is_allowed: boolean
          project_id: string
          rev?: number
          role_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          is_allowed?: boolean
          project_id?: string
          rev?: number
          role_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'project_role_access_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'project_role_access_role_id_fkey'
            columns: ['role_id']
            isOneToOne: false
            referencedRelation: 'user_roles'
            referencedColumns: ['id']
          },
        ]
      }
      project_views: {
        Row: {
          created_at: string
          form: NonNullable<Json>
          id: string
          name: string
          owner_id: string | null
          page: string
          project_id: string
          rev: number
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          form?: NonNullable<Json>
          id?: string
          name: string
          owner_id?: string | null
          page?: string
          project_id: string
          rev?: number
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          form?: NonNullable<Json>
          id?: string
          name?: string
          owner_id?: string | null
          page?: string
          project_id?: string
          rev?: number
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'project_views_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'project_views_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
        ]
      }
      projects: {
        Row: {
          created_at: string
          created_by: string | null
          custom_slug: string
          description: string
          display_order: number | null
          fields: NonNullable<Json>
          first_frame: number | null
          follows_file_versions: boolean
          id: string
          is_active: boolean
          name: string
          rev: number
          studio_id: string
          thumbnail_media_id: string | null
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          created_by?: string | null
          custom_slug: string
          description?: string
          display_order?: number | null
          fields?: NonNullable<Json>
          first_frame?: number | null
          follows_file_versions?: boolean
          id?: string
          is_active?: boolean
          name: string
          rev?: number
          studio_id: string
          thumbnail_media_id?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          custom_slug?: string
          description?: string
          display_order?: number | null
          fields?: NonNullable<Json>
          first_frame?: number | null
          follows_file_versions?: boolean
          id?: string
          is_active?: boolean
          name?: string
          rev?: number
          studio_id?: string
          thumbnail_media_id?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'projects_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'projects_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'projects_thumbnail_media_id_fkey'
            columns: ['thumbnail_media_id']
            isOneToOne: false
            referencedRelation: 'media'
            referencedColumns: ['id']
          },
        ]
      }
      push_subscriptions: {
        Row: {
          auth: string
          created_at: string
          endpoint: string
          id: string
          label: string
          last_used_at: string | null
          p256dh: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          auth: string
          created_at?: string
          endpoint: string
          id?: string
          label?: string
          last_used_at?: string | null
          p256dh: string
          user_id?: string
        }
        Update: {
          auth?: string
          created_at?: string
          endpoint?: string
          id?: string
          label?: string
          last_used_at?: string | null
          p256dh?: string
          user_id?: string
        }
        Relationships: []
      }
      report_schedules: {
        Row: {
          at_time: string
          created_at: string
          days: number[]
          due: string
          form: string
          id: string
          is_active: boolean
          name: string
          next_at: string
          owner_id: string
          period: string | null
          rev: number
          space_id: string | null
          stopped: string
          studio_id: string
          updated_at: string
          url: string
          view_id: string | null
        }
        ComputedFields: never
        Insert: {
          at_time: string
          created_at?: string
          days: number[]
          due: string
          form?: string
          id?: string
          is_active?: boolean
          name: string
          next_at: string
          owner_id: string
          period?: string | null
          rev?: number
          space_id?: string | null
          stopped?: string
          studio_id: string
          updated_at?: string
          url?: string
          view_id?: string | null
        }
        Update: {
          at_time?: string
          created_at?: string
          days?: number[]
          due?: string
          form?: string
          id?: string
          is_active?: boolean
          name?: string
          next_at?: string
          owner_id?: string
          period?: string | null
          rev?: number
          space_id?: string | null
          stopped?: string
          studio_id?: string
          updated_at?: string
          url?: string
          view_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'report_schedules_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'report_schedules_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      review_entries: {
        Row: {
          created_at: string
          cut_in: number | null
          cut_out: number | null
          handle_in: number
          handle_out: number
          id: string
          is_followed: boolean
          item_id: string
          judged_at: string | null
          judged_by: string | null
          judged_status_id: string | null
          order_rank: number
          project_id: string
          rev: number
          session_id: string
          space_id: string
          studio_id: string
          task_id: string
          updated_at: string
          version_id: string | null
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          cut_in?: number | null
          cut_out?: number | null
          handle_in?: number
          handle_out?: number
          id?: string
          is_followed?: boolean
          item_id: string
          judged_at?: string | null
          judged_by?: string | null
          judged_status_id?: string | null
          order_rank?: number
          project_id: string
          rev?: number
          session_id: string
          space_id: string
          studio_id: string
          task_id: string
          updated_at?: string
          version_id?: string | null
        }
        Update: {
          created_at?: string
          cut_in?: number | null
          cut_out?: number | null
          handle_in?: number
          handle_out?: number
          id?: string
          is_followed?: boolean
          item_id?: string
          judged_at?: string | null
          judged_by?: string | null
          judged_status_id?: string | null
          order_rank?: number
          project_id?: string
          rev?: number
          session_id?: string
          space_id?: string
          studio_id?: string
          task_id?: string
          updated_at?: string
          version_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'review_entries_session_id_fkey'
            columns: ['session_id']
            isOneToOne: false
            referencedRelation: 'review_sessions'
            referencedColumns: ['id']
          },
        ]
      }
      review_sessions: {
        Row: {
          created_at: string
          created_by: string
          day: string
          id: string
          is_locked: boolean
          kind: string
          name: string
          project_id: string
          query: Json | null
          rev: number
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          created_by?: string
          day: string
          id?: string
          is_locked?: boolean
          kind?: string
          name: string
          project_id: string
          query?: Json | null
          rev?: number
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          created_by?: string
          day?: string
          id?: string
          is_locked?: boolean
          kind?: string
          name?: string
          project_id?: string
          query?: Json | null
          rev?: number
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'review_sessions_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'review_sessions_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
        ]
      }
      role_permissions: {
        Row: {
          is_allowed: boolean
          permission: string
          rev: number
          role_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          is_allowed: boolean
          permission: string
          rev?: number
          role_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          is_allowed?: boolean
          permission?: string
          rev?: number
          role_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'role_permissions_role_id_fkey'
            columns: ['role_id']
            isOneToOne: false
            referencedRelation: 'user_roles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'role_permissions_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      rules: {
        Row: {
          actions: NonNullable<Json>
          active_from: number
          condition: string
          created_at: string
          created_by: string
          id: string
          is_active: boolean
          name: string
          project_id: string | null
          rev: number
          stopped: string
          studio_id: string
          trigger: NonNullable<Json>
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          actions: NonNullable<Json>
          active_from?: number
          condition?: string
          created_at?: string
          created_by: string
          id?: string
          is_active?: boolean
          name: string
          project_id?: string | null
          rev?: number
          stopped?: string
          studio_id: string
          trigger: NonNullable<Json>
          updated_at?: string
        }
        Update: {
          actions?: NonNullable<Json>
          active_from?: number
          condition?: string
          created_at?: string
          created_by?: string
          id?: string
          is_active?: boolean
          name?: string
          project_id?: string | null
          rev?: number
          stopped?: string
          studio_id?: string
          trigger?: NonNullable<Json>
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'rules_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'rules_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'rules_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      space_stages: {
        Row: {
          is_active: boolean
          order_index: number
          project_id: string
          rev: number
          space_id: string
          stage_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          is_active?: boolean
          order_index?: number
          project_id: string
          rev?: number
          space_id: string
          stage_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          is_active?: boolean
          order_index?: number
          project_id?: string
          rev?: number
          space_id?: string
          stage_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'space_stages_space_id_fkey'
            columns: ['space_id']
            isOneToOne: false
            referencedRelation: 'spaces'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'space_stages_stage_id_fkey'
            columns: ['stage_id']
            isOneToOne: false
            referencedRelation: 'stages'
            referencedColumns: ['id']
          },
        ]
      }
      space_statuses: {
        Row: {
          card_limit: number | null
          color_override: string | null
          order_index: number
          project_id: string
          rev: number
          space_id: string
          status_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          card_limit?: number | null
          color_override?: string | null
          order_index?: number
          project_id: string
          rev?: number
          space_id: string
          status_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          card_limit?: number | null
          color_override?: string | null
          order_index?: number
          project_id?: string
          rev?: number
          space_id?: string
          status_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'space_statuses_space_id_fkey'
            columns: ['space_id']
            isOneToOne: false
            referencedRelation: 'spaces'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'space_statuses_status_id_fkey'
            columns: ['status_id']
            isOneToOne: false
            referencedRelation: 'task_statuses'
            referencedColumns: ['id']
          },
        ]
      }
      space_views: {
        Row: {
          created_at: string
          form: NonNullable<Json>
          id: string
          name: string
          owner_id: string | null
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          form?: NonNullable<Json>
          id?: string
          name: string
          owner_id?: string | null
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          form?: NonNullable<Json>
          id?: string
          name?: string
          owner_id?: string | null
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'space_views_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'space_views_space_id_fkey'
            columns: ['space_id']
            isOneToOne: false
            referencedRelation: 'spaces'
            referencedColumns: ['id']
          },
        ]
      }
      spaces: {
        Row: {
          created_at: string
          custom_slug: string
          id: string
          is_active: boolean
          kind_ids: string[]
          name: string
          position: number
          project_id: string
          rev: number
          studio_id: string
          thumbnail: string | null
          type_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          custom_slug: string
          id?: string
          is_active?: boolean
          kind_ids?: string[]
          name: string
          position?: number
          project_id: string
          rev?: number
          studio_id: string
          thumbnail?: string | null
          type_id?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          custom_slug?: string
          id?: string
          is_active?: boolean
          kind_ids?: string[]
          name?: string
          position?: number
          project_id?: string
          rev?: number
          studio_id?: string
          thumbnail?: string | null
          type_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'spaces_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'spaces_thumbnail_fkey'
            columns: ['thumbnail']
            isOneToOne: false
            referencedRelation: 'media'
            referencedColumns: ['id']
          },
        ]
      }
      stage_needs: {
        Row: {
          created_at: string
          id: string
          kind_id: string | null
          needs_stage_id: string
          rev: number
          stage_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          kind_id?: string | null
          needs_stage_id: string
          rev?: number
          stage_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          kind_id?: string | null
          needs_stage_id?: string
          rev?: number
          stage_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'stage_needs_kind_id_fkey'
            columns: ['kind_id']
            isOneToOne: false
            referencedRelation: 'item_kinds'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'stage_needs_needs_stage_id_fkey'
            columns: ['needs_stage_id']
            isOneToOne: false
            referencedRelation: 'stages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'stage_needs_stage_id_fkey'
            columns: ['stage_id']
            isOneToOne: false
            referencedRelation: 'stages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'stage_needs_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      stage_preset_items: {
        Row: {
          order_index: number
          preset_id: string
          stage_id: string
        }
        ComputedFields: never
        Insert: {
          order_index?: number
          preset_id: string
          stage_id: string
        }
        Update: {
          order_index?: number
          preset_id?: string
          stage_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'stage_preset_items_preset_id_fkey'
            columns: ['preset_id']
            isOneToOne: false
            referencedRelation: 'template_stage_presets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'stage_preset_items_stage_id_fkey'
            columns: ['stage_id']
            isOneToOne: false
            referencedRelation: 'template_stages'
            referencedColumns: ['id']
          },
        ]
      }
      stages: {
        Row: {
          category: string
          color: string
          created_at: string
          icon: string | null
          id: string
          name: string
          order_index: number
          rev: number
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          category?: string
          color?: string
          created_at?: string
          icon?: string | null
          id?: string
          name: string
          order_index?: number
          rev?: number
          studio_id: string
          updated_at?: string
        }
        Update: {
          category?: string
          color?: string
          created_at?: string
          icon?: string | null
          id?: string
          name?: string
          order_index?: number
          rev?: number
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'stages_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      status_preset_items: {
        Row: {
          order_index: number
          preset_id: string
          status_id: string
        }
        ComputedFields: never
        Insert: {
          order_index?: number
          preset_id: string
          status_id: string
        }
        Update: {
          order_index?: number
          preset_id?: string
          status_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'status_preset_items_preset_id_fkey'
            columns: ['preset_id']
            isOneToOne: false
            referencedRelation: 'template_status_presets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'status_preset_items_status_id_fkey'
            columns: ['status_id']
            isOneToOne: false
            referencedRelation: 'template_statuses'
            referencedColumns: ['id']
          },
        ]
      }
      studio_invite_uses: {
        Row: {
          invite_id: string
          studio_id: string
          used_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          invite_id: string
          studio_id: string
          used_at?: string
          user_id: string
        }
        Update: {
          invite_id?: string
          studio_id?: string
          used_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'studio_invite_uses_invite_id_fkey'
            columns: ['invite_id']
            isOneToOne: false
            referencedRelation: 'studio_invites'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'studio_invite_uses_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      studio_invites: {
        Row: {
          created_at: string
          created_by: string
          expires_at: string
          id: string
          revoked_at: string | null
          studio_id: string
          token_hash: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          created_by: string
          expires_at?: string
          id?: string
          revoked_at?: string | null
          studio_id: string
          token_hash: string
        }
        Update: {
          created_at?: string
          created_by?: string
          expires_at?: string
          id?: string
          revoked_at?: string | null
          studio_id?: string
          token_hash?: string
        }
        Relationships: [
          {
            foreignKeyName: 'studio_invites_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'studio_invites_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      studio_members: {
        Row: {
          archived_at: string | null
          created_at: string
          rev: number
          role_id: string
          studio_id: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          archived_at?: string | null
          created_at?: string
          rev?: number
          role_id: string
          studio_id: string
          updated_at?: string
          user_id: string
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          rev?: number
          role_id?: string
          studio_id?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'studio_members_role_id_fkey'
            columns: ['role_id']
            isOneToOne: false
            referencedRelation: 'user_roles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'studio_members_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'studio_members_user_id_profile_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      studio_stage_preset_items: {
        Row: {
          order_index: number
          preset_id: string
          rev: number
          stage_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          order_index?: number
          preset_id: string
          rev?: number
          stage_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          order_index?: number
          preset_id?: string
          rev?: number
          stage_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'studio_stage_preset_items_preset_id_fkey'
            columns: ['preset_id']
            isOneToOne: false
            referencedRelation: 'studio_stage_presets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'studio_stage_preset_items_stage_id_fkey'
            columns: ['stage_id']
            isOneToOne: false
            referencedRelation: 'stages'
            referencedColumns: ['id']
          },
        ]
      }
      studio_stage_presets: {
        Row: {
          created_at: string
          description: string
          id: string
          name: string
          position: number
          rev: number
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string
          id?: string
          name: string
          position?: number
          rev?: number
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          name?: string
          position?: number
          rev?: number
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'studio_stage_presets_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      studio_status_preset_items: {
        Row: {
          order_index: number
          preset_id: string
          rev: number
          status_id: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          order_index?: number
          preset_id: string
          rev?: number
          status_id: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          order_index?: number
          preset_id?: string
          rev?: number
          status_id?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'studio_status_preset_items_preset_id_fkey'
            columns: ['preset_id']
            isOneToOne: false
            referencedRelation: 'studio_status_presets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'studio_status_preset_items_status_id_fkey'
            columns: ['status_id']
            isOneToOne: false
            referencedRelation: 'task_statuses'
            referencedColumns: ['id']
          },
        ]
      }
      studio_status_presets: {
        Row: {
          created_at: string
          description: string
          id: string
          name: string
          position: number
          rev: number
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string
          id?: string
          name: string
          position?: number
          rev?: number
          studio_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          name?: string
          position?: number
          rev?: number
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'studio_status_presets_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      studios: {
        Row: {
          created_at: string
          created_by: string | null
          custom_slug: string
          display_name: string | null
          id: string
          name: string
          rev: number
          slug: string | null
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          created_by?: string | null
          custom_slug: string
          display_name?: never
          id?: string
          name: string
          rev?: number
          slug?: never
          updated_at?: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          custom_slug?: string
          display_name?: never
          id?: string
          name?: string
          rev?: number
          slug?: never
          updated_at?: string
        }
        Relationships: []
      }
      task_blocks: {
        Row: {
          assignee_id: string | null
          collection_id: string
          created_at: string
          duration: number
          id: string
          item_id: string
          project_id: string
          rev: number
          row_index: number
          space_id: string
          stage_id: string
          start_date: string | null
          studio_id: string
          task_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          assignee_id?: string | null
          collection_id: string
          created_at?: string
          duration?: number
          id?: string
          item_id: string
          project_id: string
          rev?: number
          row_index?: number
          space_id: string
          stage_id: string
          start_date?: string | null
          studio_id: string
          task_id: string
          updated_at?: string
        }
        Update: {
          assignee_id?: string | null
          collection_id?: string
          created_at?: string
          duration?: number
          id?: string
          item_id?: string
          project_id?: string
          rev?: number
          row_index?: number
          space_id?: string
          stage_id?: string
          start_date?: string | null
          studio_id?: string
          task_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'task_blocks_assignee_id_fkey'
            columns: ['assignee_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'task_blocks_task_id_fkey'
            columns: ['task_id']
            isOneToOne: false
            referencedRelation: 'item_tasks'
            referencedColumns: ['id']
          },
        ]
      }
      task_estimations: {
        Row: {
          estimated_hours: number
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          task_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          estimated_hours: number
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          task_id: string
          updated_at?: string
        }
        Update: {
          estimated_hours?: number
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          task_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'task_estimations_task_id_fkey'
            columns: ['task_id']
            isOneToOne: true
            referencedRelation: 'item_tasks'
            referencedColumns: ['id']
          },
        ]
      }
      task_followers: {
        Row: {
          created_at: string
          project_id: string
          space_id: string
          studio_id: string
          task_id: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          project_id: string
          space_id: string
          studio_id: string
          task_id: string
          user_id?: string
        }
        Update: {
          created_at?: string
          project_id?: string
          space_id?: string
          studio_id?: string
          task_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'task_followers_task_id_fkey'
            columns: ['task_id']
            isOneToOne: false
            referencedRelation: 'item_tasks'
            referencedColumns: ['id']
          },
        ]
      }
      task_statuses: {
        Row: {
          color: string
          created_at: string
          id: string
          is_default: boolean
          is_done: boolean
          name: string
          position: number
          rev: number
          short_code: string
          studio_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          color?: string
          created_at?: string
          id?: string
          is_default?: boolean
          is_done?: boolean
          name: string
          position?: number
          rev?: number
          short_code?: string
          studio_id: string
          updated_at?: string
        }
        Update: {
          color?: string
          created_at?: string
          id?: string
          is_default?: boolean
          is_done?: boolean
          name?: string
          position?: number
          rev?: number
          short_code?: string
          studio_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'task_statuses_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      task_versions: {
        Row: {
          comment: string
          created_at: string
          created_by: string
          id: string
          is_current: boolean
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          task_id: string
          time_spent: string
          time_spent_minutes: number | null
          updated_at: string
          version_number: number
        }
        ComputedFields: never
        Insert: {
          comment?: string
          created_at?: string
          created_by?: string
          id?: string
          is_current?: boolean
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          task_id: string
          time_spent?: string
          time_spent_minutes?: never
          updated_at?: string
          version_number: number
        }
        Update: {
          comment?: string
          created_at?: string
          created_by?: string
          id?: string
          is_current?: boolean
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          task_id?: string
          time_spent?: string
          time_spent_minutes?: never
          updated_at?: string
          version_number?: number
        }
        Relationships: [
          {
            foreignKeyName: 'task_versions_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'task_versions_task_id_fkey'
            columns: ['task_id']
            isOneToOne: false
            referencedRelation: 'item_tasks'
            referencedColumns: ['id']
          },
        ]
      }
      template_stage_presets: {
        Row: {
          created_at: string
          description: string
          id: string
          name: string
          position: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string
          id?: string
          name: string
          position?: number
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          name?: string
          position?: number
        }
        Relationships: []
      }
      template_stages: {
        Row: {
          category: string
          color: string
          created_at: string
          id: string
          name: string
          order_index: number
        }
        ComputedFields: never
        Insert: {
          category?: string
          color?: string
          created_at?: string
          id?: string
          name: string
          order_index?: number
        }
        Update: {
          category?: string
          color?: string
          created_at?: string
          id?: string
          name?: string
          order_index?: number
        }
        Relationships: []
      }
      template_status_presets: {
        Row: {
          created_at: string
          description: string
          id: string
          name: string
          position: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string
          id?: string
          name: string
          position?: number
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          name?: string
          position?: number
        }
        Relationships: []
      }
      template_statuses: {
        Row: {
          color: string
          created_at: string
          id: string
          is_done: boolean
          name: string
          order_index: number
          short_code: string
        }
        ComputedFields: never
        Insert: {
          color?: string
          created_at?: string
          id?: string
          is_done?: boolean
          name: string
          order_index?: number
          short_code?: string
        }
        Update: {
          color?: string
          created_at?: string
          id?: string
          is_done?: boolean
          name?: string
          order_index?: number
          short_code?: string
        }
        Relationships: []
      }
      time_entries: {
        Row: {
          created_at: string
          id: string
          minutes: number | null
          note: string
          project_id: string
          rev: number
          space_id: string
          started_at: string
          studio_id: string
          task_id: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          minutes?: number | null
          note?: string
          project_id: string
          rev?: number
          space_id: string
          started_at?: string
          studio_id: string
          task_id: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          minutes?: number | null
          note?: string
          project_id?: string
          rev?: number
          space_id?: string
          started_at?: string
          studio_id?: string
          task_id?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'time_entries_task_id_fkey'
            columns: ['task_id']
            isOneToOne: false
            referencedRelation: 'item_tasks'
            referencedColumns: ['id']
          },
        ]
      }
      time_locks: {
        Row: {
          ends_at: string
          locked_at: string
          locked_by: string
          starts_at: string
          studio_id: string
          time_zone: string
          week: string
        }
        ComputedFields: never
        Insert: {
          ends_at: string
          locked_at?: string
          locked_by?: string
          starts_at: string
          studio_id: string
          time_zone: string
          week: string
        }
        Update: {
          ends_at?: string
          locked_at?: string
          locked_by?: string
          starts_at?: string
          studio_id?: string
          time_zone?: string
          week?: string
        }
        Relationships: [
          {
            foreignKeyName: 'time_locks_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
      user_preferences: {
        Row: {
          key: string
          updated_at: string
          user_id: string
          value: NonNullable<Json>
        }
        ComputedFields: never
        Insert: {
          key: string
          updated_at?: string
          user_id?: string
          value: NonNullable<Json>
        }
        Update: {
          key?: string
          updated_at?: string
          user_id?: string
          value?: NonNullable<Json>
        }
        Relationships: []
      }
      user_profiles: {
        Row: {
          avatar_url: string | null
          created_at: string
          digest: string
          discord_handle: string
          display_name: string
          email: string
          id: string
          notifications_enabled: boolean
          notify_assignments: boolean
          notify_mentions: boolean
          notify_subscriptions: boolean
          time_zone: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          avatar_url?: string | null
          created_at?: string
          digest?: string
          discord_handle?: string
          display_name?: string
          email?: string
          id: string
          notifications_enabled?: boolean
          notify_assignments?: boolean
          notify_mentions?: boolean
          notify_subscriptions?: boolean
          time_zone?: string
          updated_at?: string
        }
        Update: {
          avatar_url?: string | null
          created_at?: string
          digest?: string
          discord_handle?: string
          display_name?: string
          email?: string
          id?: string
          notifications_enabled?: boolean
          notify_assignments?: boolean
          notify_mentions?: boolean
          notify_subscriptions?: boolean
          time_zone?: string
          updated_at?: string
        }
        Relationships: []
      }
      user_roles: {
        Row: {
          hierarchy_level: number
          id: string
          name: string
        }
        ComputedFields: never
        Insert: {
          hierarchy_level: number
          id?: string
          name: string
        }
        Update: {
          hierarchy_level?: number
          id?: string
          name?: string
        }
        Relationships: []
      }
      version_media: {
        Row: {
          display_order: number
          media_id: string
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          updated_at: string
          version_id: string
        }
        ComputedFields: never
        Insert: {
          display_order?: number
          media_id: string
          project_id: string
          rev?: number
          space_id: string
          studio_id: string
          updated_at?: string
          version_id: string
        }
        Update: {
          display_order?: number
          media_id?: string
          project_id?: string
          rev?: number
          space_id?: string
          studio_id?: string
          updated_at?: string
          version_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'version_media_media_id_fkey'
            columns: ['media_id']
            isOneToOne: false
            referencedRelation: 'media'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'version_media_version_id_fkey'
            columns: ['version_id']
            isOneToOne: false
            referencedRelation: 'task_versions'
            referencedColumns: ['id']
          },
        ]
      }
      webhooks: {
        Row: {
          condition: string
          created_at: string
          created_by: string
          failing_since: string | null
          form: string
          id: string
          is_active: boolean
          kinds: string[]
          name: string
          project_id: string | null
          rev: number
          studio_id: string
          updated_at: string
          url: string
        }
        ComputedFields: never
        Insert: {
          condition?: string
          created_at?: string
          created_by: string
          failing_since?: string | null
          form?: string
          id?: string
          is_active?: boolean
          kinds?: string[]
          name: string
          project_id?: string | null
          rev?: number
          studio_id: string
          updated_at?: string
          url: string
        }
        Update: {
          condition?: string
          created_at?: string
          created_by?: string
          failing_since?: string | null
          form?: string
          id?: string
          is_active?: boolean
          kinds?: string[]
          name?: string
          project_id?: string | null
          rev?: number
          studio_id?: string
          updated_at?: string
          url?: string
        }
        Relationships: [
          {
            foreignKeyName: 'webhooks_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'webhooks_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'webhooks_studio_id_fkey'
            columns: ['studio_id']
            isOneToOne: false
            referencedRelation: 'studios'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_studio_invite: {
        Args: { p_token: string }
        Returns: {
          created_at: string
          created_by: string | null
          custom_slug: string
          display_name: string | null
          id: string
          name: string
          rev: number
          slug: string | null
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'studios'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      add_comment: {
        Args: {
          p_comment_id?: string
          p_content: string
          p_media_ids?: string[]
          p_mentions?: string[]
          p_metadata?: Json
          p_operation_id?: string
          p_status_id?: string
          p_task_id: string
          p_waited_ms?: number
        }
        Returns: Json
      }
      add_field_options: { Args: { p_operation_id?: string; p_options: Json }; Returns: Json }
      add_previews: { Args: { p_files: Json; p_lease: string; p_media_id: string }; Returns: Json }
      apply_import: { Args: { p_changes: Json; p_operation_id?: string; p_space_id: string }; Returns: Json }
      apply_rule_steps: { Args: { p_steps: Json; p_studio_id: string; p_until: number }; Returns: Json }
      bring_decisions: { Args: { p_decisions: Json; p_operation_id?: string; p_session_id: string }; Returns: Json }
      can_edit_studio_roles: { Args: { p_studio_id: string }; Returns: boolean }
      change_board: { Args: { p_changes: Json; p_operation_id?: string; p_owner_id: string }; Returns: Json }
      change_field_kind: {
        Args: {
          p_definition: Json
          p_expected_kind: string
          p_field_id: string
          p_operation_id?: string
          p_values: Json
        }
        Returns: Json
      }
      change_review: { Args: { p_changes: Json; p_operation_id?: string; p_session_id: string }; Returns: Json }
      change_task_blocks: { Args: { p_changes: Json; p_operation_id?: string; p_studio_id: string }; Returns: Json }
      change_time: { Args: { p_changes: Json; p_operation_id?: string; p_studio_id: string }; Returns: Json }
      check_rls_status: {
        Args: Record<PropertyKey, never>
        Returns: {
          can_add: boolean
          can_change: boolean
          can_delete: boolean
          can_read: boolean
          is_rls_enabled: boolean
          policy_count: number
          table_name: string
        }[]
      }
      check_scope: { Args: { p_from?: string; p_scope_id: string; p_scope_kind: string }; Returns: Json }
      claim_deliveries: { Args: { p_limit?: number }; Returns: Json }
      claim_digests: { Args: { p_limit?: number }; Returns: Json }
      claim_media_job: { Args: { p_lease_seconds?: number; p_worker: string }; Returns: Json }
      claim_pushes: { Args: { p_limit?: number }; Returns: Json }
      claim_report: { Args: Record<PropertyKey, never>; Returns: Json }
      claim_rule_events: { Args: { p_limit?: number }; Returns: Json }
      complete_upload: {
        Args: { p_details?: Json; p_media_id: string }
        Returns: {
          codec: string | null
          content_type: string
          created_at: string
          created_by: string
          duration_ms: number | null
          filename: string
          filmstrip_media_id: string | null
          first_frame: number | null
          frame_count: number | null
          frame_rate: string | null
          height: number | null
          id: string
          is_stored: boolean
          large_proxy_media_id: string | null
          made_from: string | null
          poster_media_id: string | null
          preview_note: string | null
          preview_percent: number | null
          preview_problem: string | null
          preview_waits: boolean
          project_id: string | null
          proxy_media_id: string | null
          r2_key: string
          rev: number
          sha256: string | null
          size_bytes: number
          start_timecode: string | null
          studio_id: string
          thumbnail_media_id: string | null
          updated_at: string
          waveform: string | null
          width: number | null
        }
        SetofOptions: {
          from: '*'
          to: 'media'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      count_function_call: { Args: { p_name: string }; Returns: Json }
      create_access_token: {
        Args: { p_days?: number; p_name: string; p_service_account_id?: string; p_studio_id: string }
        Returns: Json
      }
      create_calendar_feed: { Args: { p_studio_id: string }; Returns: string }
      create_item_task_with_comment: {
        Args: { p_item_id: string; p_operation_id?: string; p_stage_id: string; p_status_id: string }
        Returns: {
          assignee_id: string | null
          created_at: string
          due_date: string | null
          fields: NonNullable<Json>
          id: string
          is_disabled: boolean
          item_id: string
          priority: number
          project_id: string
          rev: number
          space_id: string
          stage_id: string
          status_id: string
          studio_id: string
          title: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'item_tasks'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      create_items_with_tasks: {
        Args: { p_collection_id: string; p_items: Json; p_kinds?: Json; p_operation_id?: string; p_space_id: string }
        Returns: Json
      }
      create_revision: {
        Args: {
          p_comment: string
          p_comment_id?: string
          p_may_be_lower?: boolean
          p_media_ids?: string[]
          p_mentions?: string[]
          p_metadata?: Json
          p_operation_id?: string
          p_status_id?: string
          p_task_id: string
          p_time_spent: string
          p_version_id?: string
          p_version_number?: number
          p_waited_ms?: number
        }
        Returns: Json
      }
      create_revisions: { Args: { p_is_new?: boolean; p_operation_id?: string; p_revisions: Json }; Returns: Json }
      create_service_account: { Args: { p_name: string; p_role?: string; p_studio_id: string }; Returns: Json }
      create_studio: {
        Args: { p_id?: string; p_name: string }
        Returns: {
          created_at: string
          created_by: string | null
          custom_slug: string
          display_name: string | null
          id: string
          name: string
          rev: number
          slug: string | null
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'studios'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      create_task_block: {
        Args: {
          p_assignee_id?: string
          p_duration?: number
          p_id?: string
          p_row_index?: number
          p_start_date?: string
          p_task_id: string
        }
        Returns: {
          assignee_id: string | null
          collection_id: string
          created_at: string
          duration: number
          id: string
          item_id: string
          project_id: string
          rev: number
          row_index: number
          space_id: string
          stage_id: string
          start_date: string | null
          studio_id: string
          task_id: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'task_blocks'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      debug_collection_access: { Args: { p_space_id: string }; Returns: Json }
      debug_current_user_context: { Args: Record<PropertyKey, never>; Returns: Json }
      debug_user_studio_access: { Args: Record<PropertyKey, never>; Returns: Json }
      decide_device_sign_in: {
        Args: { p_is_approved: boolean; p_studio_id: string; p_user_code: string }
        Returns: boolean
      }
      delete_project_cascade: { Args: { p_operation_id?: string; p_project_id: string }; Returns: Json }
      delete_report: { Args: { p_id: string }; Returns: boolean }
      delete_rows: { Args: { p_keys: string[]; p_operation_id?: string; p_table: string }; Returns: Json }
      delete_rule: { Args: { p_id: string }; Returns: boolean }
      delete_service_account: { Args: { p_id: string }; Returns: boolean }
      delete_task_block: { Args: { p_block_id: string }; Returns: Json }
      delete_webhook: { Args: { p_id: string }; Returns: boolean }
      describe_device_sign_in: { Args: { p_user_code: string }; Returns: Json }
      diagnose_user_roles: { Args: { p_studio_id: string }; Returns: Json }
      edit_comment: {
        Args: {
          p_comment_id: string
          p_content: string
          p_mentions?: string[]
          p_metadata?: Json
          p_operation_id?: string
        }
        Returns: Json
      }
      ensure_user_has_studio: { Args: Record<PropertyKey, never>; Returns: Json }
      export_events: { Args: { p_after?: number; p_limit?: number; p_studio_id: string }; Returns: Json }
      fail_media_job: {
        Args: { p_is_final?: boolean; p_lease: string; p_media_id: string; p_problem: string }
        Returns: undefined
      }
      fill_empty_tasks: { Args: { p_cells: Json; p_operation_id?: string; p_status_id?: string }; Returns: Json }
      fill_poster: { Args: { p_details: Json; p_media_id: string }; Returns: undefined }
      find_revisions: { Args: { p_revisions: Json }; Returns: Json }
      find_upload: { Args: { p_media_id: string }; Returns: Json }
      finish_media_job: {
        Args: { p_details: Json; p_is_done?: boolean; p_lease: string; p_media_id: string }
        Returns: undefined
      }
      forget_discarded_objects: { Args: { p_keys: string[] }; Returns: number }
      generate_studio_invite: {
        Args: { p_expires_in_days?: number; p_studio_id: string }
        Returns: {
          expires_at: string
          id: string
          token: string
        }[]
      }
      get_brought_decisions: { Args: { p_session_id: string }; Returns: string[] }
      get_event_retention: { Args: { p_studio_id: string }; Returns: number }
      get_or_create_user_studio: { Args: Record<PropertyKey, never>; Returns: Json }
      get_overview: { Args: { p_project_id?: string; p_studio_id: string; p_time_zone: string }; Returns: Json }
      get_project_tree: {
        Args: { p_project_id: string }
        Returns: {
          collection_id: string
          episode: string
          heads: Json
          item_count: number
          name: string
          shot_count: number
          space_id: string
          task_counts: Json
        }[]
      }
      get_review_counts: {
        Args: { p_project_id: string }
        Returns: {
          answered_count: number
          entry_count: number
          judged_count: number
          noted_count: number
          session_id: string
        }[]
      }
      get_rule_history: {
        Args: { p_days?: number; p_is_wide?: boolean; p_limit?: number; p_project_id?: string; p_studio_id: string }
        Returns: Json
      }
      get_space_counts: {
        Args: { p_studio_id: string }
        Returns: {
          item_count: number
          space_id: string
          task_counts: Json
        }[]
      }
      get_space_time_stats: {
        Args: { p_space_id: string }
        Returns: {
          minutes: number
          task_id: string
        }[]
      }
      get_studio_filter_data: { Args: { p_studio_id: string }; Returns: Json }
      get_studio_timeline_blocks: {
        Args: { p_studio_id: string }
        Returns: {
          assignee_id: string
          collection_id: string
          collection_name: string
          created_at: string
          duration: number
          id: string
          item_id: string
          item_name: string
          project_id: string
          project_name: string
          row_index: number
          space_id: string
          space_name: string
          stage_id: string
          stage_name: string
          start_date: string
          task_data: Json
          task_id: string
        }[]
      }
      get_task_estimations_for_items: {
        Args: { p_item_ids: string[] }
        Returns: {
          estimated_hours: number
          item_id: string
          stage_id: string
          task_id: string
        }[]
      }
      get_team_members_for_studio: {
        Args: { p_studio_id: string }
        Returns: {
          avatar_url: string
          display_name: string
          role: string
          user_id: string
        }[]
      }
      get_time: { Args: Record<PropertyKey, never>; Returns: number }
      get_time_state: { Args: { p_studio_id: string }; Returns: Json }
      get_unread_count: { Args: { p_studio_id?: string }; Returns: number }
      get_user_active_studio: { Args: Record<PropertyKey, never>; Returns: Json }
      get_user_basic_info: {
        Args: { studio_id_param: string }
        Returns: {
          avatar_url: string
          display_name: string
          email: string
          user_id: string
        }[]
      }
      has_calendar_feed: { Args: { p_studio_id: string }; Returns: boolean }
      has_deliveries: { Args: Record<PropertyKey, never>; Returns: boolean }
      has_media_worker: { Args: Record<PropertyKey, never>; Returns: boolean }
      has_reports: { Args: Record<PropertyKey, never>; Returns: boolean }
      has_rule_work: { Args: Record<PropertyKey, never>; Returns: boolean }
      insert_rows: { Args: { p_operation_id?: string; p_rows: Json; p_table: string }; Returns: Json }
      list_access_tokens: {
        Args: { p_studio_id: string }
        Returns: {
          created_at: string
          expires_at: string
          hint: string
          id: string
          is_service: boolean
          last_used_at: string
          name: string
          revoked_at: string
          user_id: string
          user_name: string
        }[]
      }
      list_activity: {
        Args: {
          p_actor_id?: string
          p_before?: number
          p_from?: string
          p_item_id?: string
          p_kinds?: string[]
          p_limit?: number
          p_name?: string
          p_project_id?: string
          p_studio_id: string
          p_task_id?: string
          p_to?: string
        }
        Returns: Json
      }
      list_assignments: {
        Args: { p_after_due?: string; p_after_id?: string; p_limit?: number; p_studio_id: string; p_user_id: string }
        Returns: Json
      }
      list_deliveries: { Args: { p_limit?: number; p_webhook_id: string }; Returns: Json }
      list_discarded_objects: { Args: { p_limit?: number }; Returns: Json }
      list_events: {
        Args: { p_after?: number; p_kinds?: string[]; p_limit?: number; p_studio_id: string }
        Returns: Json
      }
      list_filmstrips: { Args: { p_media_ids: string[] }; Returns: Json }
      list_followers: { Args: { p_task_id: string }; Returns: string[] }
      list_imported_comments: { Args: { p_space_id: string }; Returns: Json }
      list_media_ids_for_items: {
        Args: { p_item_ids: string[] }
        Returns: {
          item_id: string
          media_id: string
        }[]
      }
      list_media_paths: { Args: { p_media_ids: string[] }; Returns: Json }
      list_mentions: {
        Args: { p_after_id?: string; p_after_time?: string; p_limit?: number; p_studio_id: string; p_user_id: string }
        Returns: Json
      }
      list_notifications: {
        Args: { p_after_id?: string; p_after_time?: string; p_limit?: number; p_studio_id?: string }
        Returns: Json
      }
      list_overview_tasks: {
        Args: {
          p_after_due?: string
          p_after_id?: string
          p_key?: string
          p_limit?: number
          p_list: string
          p_project_id?: string
          p_studio_id: string
          p_time_zone: string
        }
        Returns: Json
      }
      list_removed_members: {
        Args: { p_studio_id: string }
        Returns: {
          avatar_url: string
          display_name: string
          email: string
          removed_at: string
          role: string
          user_id: string
        }[]
      }
      list_reports: { Args: { p_studio_id: string }; Returns: Json }
      list_rule_runs: { Args: { p_limit?: number; p_rule_id: string }; Returns: Json }
      list_rules: { Args: { p_studio_id: string }; Returns: Json }
      list_service_accounts: {
        Args: { p_studio_id: string }
        Returns: {
          created_at: string
          id: string
          is_archived: boolean
          last_used_at: string
          name: string
          role: string
          token_count: number
        }[]
      }
      list_studio_feed: {
        Args: {
          p_actions?: string[]
          p_after_id?: string
          p_after_time?: string
          p_limit?: number
          p_studio_id: string
          p_user_id?: string
        }
        Returns: Json
      }
      list_studio_invites: {
        Args: { p_studio_id: string }
        Returns: {
          created_at: string
          created_by: string
          expires_at: string
          id: string
          is_valid: boolean
          revoked_at: string
          use_count: number
        }[]
      }
      list_studio_members: {
        Args: { p_studio: string }
        Returns: {
          archived_at: string
          avatar_url: string
          display_name: string
          email: string
          is_archived: boolean
          role: string
          role_id: string
          user_id: string
        }[]
      }
      list_time_entries: {
        Args: {
          p_after_id?: string
          p_after_time?: string
          p_from: string
          p_limit?: number
          p_studio_id: string
          p_to: string
          p_user_id?: string
        }
        Returns: Json
      }
      list_webhooks: { Args: { p_studio_id: string }; Returns: Json }
      mark_notifications_viewed: { Args: { p_before?: string; p_ids?: string[] }; Returns: number }
      poll_device_sign_in: { Args: { p_device_code: string }; Returns: Json }
      prune_events: { Args: { p_limit?: number }; Returns: number }
      pull_board: { Args: { p_owner_id: string; p_since?: number }; Returns: Json }
      pull_casting: { Args: { p_project_id: string; p_since?: number }; Returns: Json }
      pull_item: { Args: { p_item_id: string; p_since?: number }; Returns: Json }
      pull_review: { Args: { p_session_id: string; p_since?: number }; Returns: Json }
      pull_space: { Args: { p_since?: number; p_space_id: string }; Returns: Json }
      pull_studio: { Args: { p_since?: number; p_studio_id: string }; Returns: Json }
      pull_timeline: { Args: { p_from?: string; p_since?: number; p_studio_id: string }; Returns: Json }
      queue_unplanned_tasks: {
        Args: { p_project_id?: string; p_space_id?: string; p_studio_id: string }
        Returns: Json
      }
      read_calendar_feed: { Args: { p_token: string }; Returns: Json }
      readmit_member: {
        Args: { p_studio_id: string; p_user_id: string }
        Returns: {
          archived_at: string | null
          created_at: string
          rev: number
          role_id: string
          studio_id: string
          updated_at: string
          user_id: string
        }
        SetofOptions: {
          from: '*'
          to: 'studio_members'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      record_export: { Args: { p_count?: number; p_studio_id: string; p_what: string }; Returns: number }
      register_uploads: {
        Args: {
          p_comment_id?: string
          p_files: Json
          p_project_id?: string
          p_studio_id?: string
          p_task_id?: string
          p_version_id?: string
        }
        Returns: Json
      }
      remove_duplicate_queue_blocks: { Args: { p_studio_id: string }; Returns: number }
      remove_studio_member: { Args: { p_studio_id: string; p_user_id: string }; Returns: boolean }
      renew_report_secret: { Args: { p_id: string; p_is_at_once?: boolean }; Returns: Json }
      renew_webhook_secret: { Args: { p_id: string; p_is_at_once?: boolean }; Returns: Json }
      reorder_stages: { Args: { p_ids: string[]; p_operation_id?: string; p_studio_id: string }; Returns: number }
      reorder_statuses: { Args: { p_ids: string[]; p_operation_id?: string; p_studio_id: string }; Returns: number }
      replay_webhook: { Args: { p_from: number; p_id: string; p_to?: number }; Returns: number }
      report_media_job: {
        Args: { p_lease: string; p_lease_seconds?: number; p_media_id: string; p_percent: number }
        Returns: undefined
      }
      restore_deleted: {
        Args: { p_deletion_id?: string; p_operation_id?: string; p_rev?: number; p_studio_id: string }
        Returns: Json
      }
      retry_media_job: { Args: { p_media_id: string }; Returns: undefined }
      revoke_access_token: { Args: { p_token_id: string }; Returns: boolean }
      revoke_calendar_feed: { Args: { p_studio_id: string }; Returns: boolean }
      revoke_studio_invite: { Args: { p_invite_id: string }; Returns: boolean }
      run_once: {
        Args: { p_args: Json; p_operation_id?: string; p_procedure: string; p_unchanged?: Json }
        Returns: Json
      }
      save_preference: { Args: { p_key: string; p_operation_id?: string; p_value: Json }; Returns: Json }
      save_push_subscription: {
        Args: { p_auth: string; p_endpoint: string; p_label?: string; p_p256dh: string }
        Returns: undefined
      }
      save_report: {
        Args: {
          p_at_time: string
          p_days: number[]
          p_form?: string
          p_id: string
          p_is_active?: boolean
          p_name: string
          p_period?: string
          p_studio_id: string
          p_url?: string
          p_view_id?: string
        }
        Returns: Json
      }
      save_rule: {
        Args: {
          p_actions: Json
          p_condition: string
          p_id: string
          p_is_active?: boolean
          p_name: string
          p_project_id?: string
          p_studio_id: string
          p_trigger: Json
        }
        Returns: Json
      }
      save_space_config: {
        Args: { p_operation_id?: string; p_space_id: string; p_stage_ids: string[]; p_status_ids: string[] }
        Returns: Json
      }
      save_templates: { Args: { p_changes: Json; p_kind: string; p_operation_id?: string }; Returns: Json }
      save_webhook: {
        Args: {
          p_condition?: string
          p_form?: string
          p_id: string
          p_is_active?: boolean
          p_kinds?: string[]
          p_name: string
          p_project_id?: string
          p_studio_id: string
          p_url: string
        }
        Returns: Json
      }
      search_studio: { Args: { p_limit?: number; p_query: string; p_studio_id: string }; Returns: Json }
      send_report: { Args: { p_id: string }; Returns: boolean }
      set_days_off: {
        Args: { p_days: string[]; p_is_off: boolean; p_operation_id?: string; p_studio_id: string; p_user_id: string }
        Returns: Json
      }
      set_default_status: {
        Args: { p_operation_id?: string; p_status_id: string }
        Returns: {
          color: string
          created_at: string
          id: string
          is_default: boolean
          is_done: boolean
          name: string
          position: number
          rev: number
          short_code: string
          studio_id: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'task_statuses'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      set_event_retention: { Args: { p_days: number; p_studio_id: string }; Returns: number }
      set_fields: { Args: { p_changes: Json; p_kinds?: Json; p_of: string; p_operation_id?: string }; Returns: Json }
      set_following: { Args: { p_is_following: boolean; p_task_id: string }; Returns: string[] }
      set_item_links: { Args: { p_changes: Json; p_operation_id?: string }; Returns: Json }
      set_member_archived: {
        Args: { p_is_archived?: boolean; p_studio_id: string; p_user_id: string }
        Returns: {
          archived_at: string | null
          created_at: string
          rev: number
          role_id: string
          studio_id: string
          updated_at: string
          user_id: string
        }
        SetofOptions: {
          from: '*'
          to: 'studio_members'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      set_order_ranks: {
        Args: {
          p_collection_ids?: string[]
          p_expected_collection_ids?: string[]
          p_expected_ranks?: number[]
          p_ids: string[]
          p_operation_id?: string
          p_ranks: number[]
          p_table: string
        }
        Returns: Json
      }
      set_tasks_status: { Args: { p_operation_id?: string; p_status_id: string; p_task_ids: string[] }; Returns: Json }
      set_time_lock: {
        Args: {
          p_is_locked: boolean
          p_operation_id?: string
          p_studio_id: string
          p_time_zone: string
          p_week: string
        }
        Returns: Json
      }
      set_user_active_studio: { Args: { p_operation_id?: string; p_studio_id: string }; Returns: undefined }
      settle_deliveries: { Args: { p_results: Json }; Returns: number }
      settle_digest: { Args: { p_day: string; p_until: string; p_user_id: string }; Returns: boolean }
      settle_pushes: { Args: { p_results: Json }; Returns: number }
      settle_report: {
        Args: { p_due: string; p_is_sent: boolean; p_problem?: string; p_schedule_id: string }
        Returns: boolean
      }
      settle_uploads: { Args: { p_media_ids: string[] }; Returns: string[] }
      sign_report: { Args: { p_body: string; p_id: string; p_schedule_id: string }; Returns: Json }
      start_device_sign_in: { Args: { p_asked_from?: string; p_client_name?: string }; Returns: Json }
      start_review: {
        Args: {
          p_day: string
          p_entries?: Json
          p_kind: string
          p_name: string
          p_operation_id?: string
          p_project_id: string
          p_query?: Json
          p_session_id: string
        }
        Returns: Json
      }
      start_token_session: { Args: { p_token_hash: string }; Returns: Json }
      stop_digest: { Args: { p_token: string }; Returns: boolean }
      summarize_time: {
        Args: { p_from: string; p_studio_id: string; p_time_zone: string; p_to: string; p_user_id?: string }
        Returns: Json
      }
      sweep_media: { Args: { p_after_id?: string }; Returns: Json }
      take_back_decisions: {
        Args: { p_decision_ids: string[]; p_operation_id?: string; p_session_id: string }
        Returns: Json
      }
      test_webhook: { Args: { p_id: string }; Returns: number }
      undo_operation: { Args: { p_operation_id: string; p_seq: number; p_studio_id: string }; Returns: Json }
      update_rows: { Args: { p_changes: Json; p_operation_id?: string; p_table: string }; Returns: Json }
      update_studio_member_role: {
        Args: { p_new_role_id: string; p_operation_id?: string; p_studio_id: string; p_user_id: string }
        Returns: Json
      }
      update_task_block: {
        Args: {
          p_assignee_id: string
          p_block_id: string
          p_duration: number
          p_row_index: number
          p_start_date: string
        }
        Returns: {
          assignee_id: string | null
          collection_id: string
          created_at: string
          duration: number
          id: string
          item_id: string
          project_id: string
          rev: number
          row_index: number
          space_id: string
          stage_id: string
          start_date: string | null
          studio_id: string
          task_id: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'task_blocks'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      update_tasks: {
        Args: { p_expected?: Json; p_field: string; p_operation_id?: string; p_task_ids: string[]; p_values: Json }
        Returns: Json
      }
      upsert_task_estimation: {
        Args: { p_estimated_hours: number; p_operation_id?: string; p_task_id: string }
        Returns: {
          estimated_hours: number
          project_id: string
          rev: number
          space_id: string
          studio_id: string
          task_id: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'task_estimations'
          isOneToOne: true
          isSetofReturn: false
        }
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
